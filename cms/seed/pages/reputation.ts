import { button, item, line, text, toPage } from "../compose.ts";
import { pictures } from "../pictures.ts";

const figure = (key: string, label?: ReturnType<typeof line>) => ({
  _type: "figureMention",
  key,
  ...(label && { label }),
});

export const reputation = {
  _id: "reputation",
  _type: "page",
  name: "reputation",
  title: line("Plataforma de gestión de reputación", "Reputation management platform"),
  description: text(
    "Consigue más reseñas, atiende las negativas a tiempo y muestra las buenas. Todo desde un panel, con integraciones y códigos QR.",
    "Get more reviews, deal with negative ones in time and show the good ones. All from one dashboard, with integrations and QR codes.",
  ),
  sections: [
    {
      _type: "hero",
      title: line("Lo que dicen de ti también vende", "What people say about you sells, too"),
      text: text(
        "Nuestra plataforma reúne tus reseñas, te ayuda a pedir más y te avisa a tiempo cuando alguien no quedó conforme.",
        "Our platform brings your reviews together, helps you ask for more and tells you in time when someone was not happy.",
      ),
      actions: [
        button(line("Agenda una reunión", "Schedule a meeting"), toPage("contact")),
        button(line("Ver funciones", "See the features"), toPage("reputation", "funciones"), "quiet"),
      ],
      picture: pictures.fiveStars,
    },
    {
      _type: "statements",
      anchor: "introduccion",
      title: line("Tu reputación, en un solo lugar", "Your reputation, in one place"),
      items: [
        item(
          line("El problema", "The problem"),
          text(
            "Las opiniones sobre tu negocio están repartidas. Las buenas se pierden y las malas se contestan tarde, o nunca.",
            "What people say about your business is scattered. The good gets lost, and the bad is answered late, or never.",
          ),
        ),
        item(
          line("Nuestra respuesta", "Our answer"),
          text(
            "Una plataforma y un equipo que la pone en marcha contigo: pides, lees, respondes y muestras reseñas sin cambiar de ventana.",
            "A platform, and a team that sets it up with you: ask for, read, answer and show reviews without changing windows.",
          ),
        ),
      ],
    },
    {
      _type: "featureGrid",
      anchor: "funciones",
      navigationLabel: line("Funciones", "Features"),
      title: line("Lo que puedes hacer", "What you can do"),
      items: [
        item(
          line("{integrations} integraciones", "{integrations} integrations"),
          text(
            "Conecta los sitios de reseñas y las herramientas que ya usas.",
            "Connect the review sites and the tools that you already use.",
          ),
        ),
        item(
          line("Protección ante reseñas negativas", "Negative-review protection"),
          text(
            "Te enteras de un mal rato a tiempo para atenderlo y resolverlo.",
            "You hear about a bad experience in time to attend to it and put it right.",
          ),
        ),
        item(
          line("Página de reseñas propia", "Custom review page"),
          text(
            "Una página con tu marca donde opinar es fácil y rápido.",
            "A page with your brand where leaving a review is quick and easy.",
          ),
        ),
        item(
          line("Códigos QR personalizados", "Custom QR codes"),
          text(
            "En la mesa, en la caja o en la factura: se escanea y se opina.",
            "On the table, at the till or on the bill: scan, and leave a review.",
          ),
        ),
        item(
          line("Widgets de prueba social", "Social-proof widgets"),
          text(
            "Tus mejores reseñas, al día, dentro de tu propio sitio.",
            "Your best reviews, up to date, on your own website.",
          ),
        ),
        item(
          line("Panel y analítica", "Dashboard and analytics"),
          text(
            "Cómo va tu calificación, de dónde vienen las reseñas y qué se repite en ellas.",
            "How your rating is doing, where reviews come from and what they have in common.",
          ),
        ),
      ],
    },
    {
      _type: "figures",
      anchor: "cifras",
      title: line("La plataforma en cifras", "The platform in figures"),
      items: [
        figure("integrations"),
        figure("clients", line("clientes activos", "active clients")),
        figure("monitoring"),
        figure("satisfaction"),
      ],
    },
    {
      _type: "benefits",
      anchor: "beneficios",
      navigationLabel: line("Beneficios", "Benefits"),
      title: line("Lo que gana tu negocio", "What your business gains"),
      items: [
        item(
          line("Más reseñas de clientes reales", "More reviews from real customers"),
          text(
            "Pedirlas deja de ser incómodo: basta un enlace o un código.",
            "Asking is no longer awkward: a link or a code is enough.",
          ),
        ),
        item(
          line("Confianza antes de la primera visita", "Trust before the first visit"),
          text(
            "Quien te compara con otros ve lo que opinan tus clientes.",
            "Whoever compares you with others sees what your customers think.",
          ),
        ),
        item(
          line("Respuestas a tiempo", "Answers in time"),
          text(
            "Nadie espera una semana para saber que lo leíste.",
            "Nobody waits a week to know that you read what they wrote.",
          ),
        ),
        item(
          line("Decisiones con datos", "Decisions based on data"),
          text(
            "Lo que más se elogia y lo que más se critica, a la vista.",
            "What is praised and what is criticized most, in plain view.",
          ),
        ),
      ],
    },
    {
      _type: "reasons",
      anchor: "ventajas",
      navigationLabel: line("Ventajas", "Advantages"),
      title: line("Lo que nos distingue", "What sets us apart"),
      items: [
        item(
          line("Todo en un panel", "Everything in one dashboard"),
          text(
            "Reseñas, códigos, widgets e informes, sin saltar entre herramientas.",
            "Reviews, codes, widgets and reports, without jumping between tools.",
          ),
        ),
        item(
          line("Monitoreo {monitoring}", "{monitoring} monitoring"),
          text(
            "Una reseña nueva no espera al lunes para llegarte.",
            "A new review does not wait until Monday to reach you.",
          ),
        ),
        item(
          line("Un equipo que te acompaña", "A team beside you"),
          text(
            "Lo dejamos funcionando contigo y seguimos cerca.",
            "We get it running together with you, and stay close.",
          ),
        ),
      ],
    },
    {
      _type: "callToAction",
      anchor: "contacto",
      title: line("Veámoslo con tus propias reseñas", "Let's look at it with your own reviews"),
      text: text(
        "Dinos el nombre de tu negocio y te mostramos la plataforma en una reunión.",
        "Tell us the name of your business and we will show you the platform in a meeting.",
      ),
      actions: [button(line("Agenda una reunión", "Schedule a meeting"), toPage("contact"))],
    },
  ],
};
