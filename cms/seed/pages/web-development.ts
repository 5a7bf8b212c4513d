import { button, item, line, name, text, toPage } from "../compose.ts";
import { pictures } from "../pictures.ts";

export const webDevelopment = {
  _id: "web-development",
  _type: "page",
  name: "web-development",
  title: line("Diseño y desarrollo web", "Web design and development"),
  description: text(
    "Tiendas en línea, sitios educativos, reservas, sitios corporativos y landing pages. Análisis, diseño, desarrollo y lanzamiento.",
    "Online shops, educational sites, bookings, corporate sites and landing pages. Analysis, design, development and launch.",
  ),
  sections: [
    {
      _type: "hero",
      title: line(
        "Un sitio que abre al instante y se entiende",
        "A website that opens at once and makes sense",
      ),
      text: text(
        "Lo diseñamos para la persona que llega desde el teléfono con prisa. Si a ella le funciona, les funciona a todos.",
        "We design it for the person in a hurry, on a phone. If it works for them, it works for everyone.",
      ),
      actions: [
        button(line("Agenda tu cita aquí", "Schedule your appointment here"), toPage("contact")),
        button(line("Ver el proceso", "See the process"), toPage("web-development", "proceso"), "quiet"),
      ],
      picture: pictures.webDesign,
    },
    {
      _type: "featureGrid",
      anchor: "especialidades",
      navigationLabel: line("Especialidades", "Specialties"),
      title: line("Qué construimos", "What we build"),
      items: [
        item(
          line("Comercio electrónico", "E-commerce"),
          text(
            "Tiendas donde encontrar, pagar y recibir es fácil.",
            "Shops where finding, paying and receiving is easy.",
          ),
        ),
        item(
          line("Sitios educativos", "Educational sites"),
          text(
            "Cursos, materiales y avances en un lugar que invita a estudiar.",
            "Courses, materials and progress in a place that invites study.",
          ),
        ),
        item(
          line("Sistemas de reservas", "Booking systems"),
          text(
            "Tus clientes eligen día y hora sin llamar ni esperar respuesta.",
            "Your customers choose day and time without a call or a wait.",
          ),
        ),
        item(
          line("Sitios corporativos", "Corporate sites"),
          text(
            "Quién eres, qué haces y cómo contactarte, claro desde el inicio.",
            "Who you are, what you do and how to reach you, clear from the start.",
          ),
        ),
        item(
          line("Landing pages", "Landing pages"),
          text(
            "Una página, un mensaje y una acción para tu campaña.",
            "One page, one message and one action for your campaign.",
          ),
        ),
      ],
    },
    {
      _type: "badges",
      anchor: "tecnologias",
      navigationLabel: line("Tecnologías", "Technologies"),
      title: line("Con qué lo hacemos", "What we build it with"),
      text: text(
        "Las mismas herramientas con las que está hecho este sitio.",
        "The same tools that this very site is made with.",
      ),
      items: ["TypeScript", "React", "PostgreSQL", "Cloudflare", "Sanity"].map(name),
    },
    {
      _type: "steps",
      anchor: "proceso",
      navigationLabel: line("Proceso", "Process"),
      title: line("De la idea al lanzamiento", "From idea to launch"),
      items: [
        item(
          line("Análisis", "Analysis"),
          text(
            "Entendemos tu negocio, a quién le hablas y qué debe lograr el sitio.",
            "We understand your business, whom you speak to and what the site must achieve.",
          ),
        ),
        item(
          line("Diseño", "Design"),
          text(
            "Ves las pantallas y opinas antes de que se escriba código.",
            "You see the screens and have your say before any code is written.",
          ),
        ),
        item(
          line("Desarrollo", "Development"),
          text(
            "Lo construimos por partes que puedes probar mientras avanza.",
            "We build it in parts that you can try as it takes shape.",
          ),
        ),
        item(
          line("Lanzamiento", "Launch"),
          text(
            "Lo publicamos, revisamos que todo funcione y te enseñamos a usarlo.",
            "We publish it, check that everything works and show you how to use it.",
          ),
        ),
      ],
    },
    {
      _type: "callToAction",
      anchor: "contacto",
      title: line("Cuéntanos tu idea", "Tell us your idea"),
      text: text(
        "No hace falta tenerlo todo claro. Con una idea y un par de ejemplos que te gusten podemos empezar.",
        "You do not need to have it all worked out. An idea and a few examples that you like are enough to begin.",
      ),
      actions: [button(line("Agenda tu cita aquí", "Schedule your appointment here"), toPage("contact"))],
    },
  ],
};
