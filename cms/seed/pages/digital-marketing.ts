import { button, item, line, name, text, toPage } from "../compose.ts";
import { pictures } from "../pictures.ts";

export const digitalMarketing = {
  _id: "digital-marketing",
  _type: "page",
  name: "digital-marketing",
  title: line("Marketing digital para empresas", "Digital marketing for businesses"),
  description: text(
    "Contenido, estrategia, redes sociales, SEO y SEM, publicidad e informes claros, para que tu empresa llegue a quien le interesa.",
    "Content, strategy, social media, SEO and SEM, advertising and clear reports, so that your business reaches the people who care.",
  ),
  sections: [
    {
      _type: "hero",
      title: line("Que te conozca quien te necesita", "Be known by the people who need you"),
      text: text(
        "Planeamos, creamos y medimos tu presencia en línea. Tú ves en qué se invirtió cada mes y qué trajo de vuelta.",
        "We plan, create and measure your presence online. You see what was spent each month and what it brought back.",
      ),
      actions: [
        button(line("Agenda una reunión", "Schedule a meeting"), toPage("contact")),
        button(line("Ver servicios", "See the services"), toPage("digital-marketing", "servicios"), "quiet"),
      ],
      picture: pictures.phoneWithCards,
    },
    {
      _type: "featureGrid",
      anchor: "servicios",
      navigationLabel: line("Servicios", "Services"),
      title: line("Lo que hacemos por tu marca", "What we do for your brand"),
      items: [
        item(
          line("Creación de contenido", "Content creation"),
          text(
            "Textos, fotos y videos cortos que responden lo que tu cliente pregunta.",
            "Words, photos and short videos that answer what your customers ask.",
          ),
        ),
        item(
          line("Estrategia de marketing digital", "Digital marketing strategy"),
          text(
            "A quién hablarle, dónde y con qué presupuesto, por escrito y antes de gastar.",
            "Whom to talk to, where and on what budget, in writing and before spending.",
          ),
        ),
        item(
          line("Redes sociales", "Social media"),
          text(
            "Calendario, publicaciones y respuestas con la voz de tu empresa.",
            "A calendar, posts and replies in the voice of your company.",
          ),
        ),
        item(
          line("SEO y SEM", "SEO and SEM"),
          text(
            "Aparecer cuando alguien busca lo que vendes, con resultados naturales y con anuncios.",
            "Be there when someone searches for what you sell, in organic results and in ads.",
          ),
        ),
        item(
          line("Analítica e informes", "Analytics and reports"),
          text(
            "Números que se entienden: qué funcionó, qué no y qué sigue.",
            "Numbers you can read: what worked, what did not and what comes next.",
          ),
        ),
        item(
          line("Publicidad digital", "Digital advertising"),
          text(
            "Campañas en Google, Meta y otras plataformas, ajustadas mientras corren.",
            "Campaigns on Google, Meta and other platforms, adjusted while they run.",
          ),
        ),
      ],
    },
    {
      _type: "benefits",
      anchor: "beneficios",
      navigationLabel: line("Beneficios", "Benefits"),
      title: line("Lo que notarás", "What you will notice"),
      items: [
        item(
          line("Más visibilidad", "Increased visibility"),
          text(
            "Tu marca aparece donde tus clientes ya miran.",
            "Your brand shows up where your customers already look.",
          ),
        ),
        item(
          line("Público definido", "Targeted audience"),
          text(
            "El mensaje llega a quien puede comprarte, no a todo el mundo.",
            "The message reaches those who may buy from you, not everybody.",
          ),
        ),
        item(
          line("Resultados medibles", "Measurable results"),
          text("Cada acción tiene un número al lado.", "Each action has a number beside it."),
        ),
        item(
          line("Mayor interacción", "Higher engagement"),
          text(
            "Más personas comentan, preguntan y vuelven.",
            "More people comment, ask questions and come back.",
          ),
        ),
      ],
    },
    {
      _type: "reasons",
      anchor: "por-que-elegirnos",
      navigationLabel: line("Por qué elegirnos", "Why choose us"),
      title: line("Por qué elegirnos", "Why choose us"),
      items: [
        item(
          line("Estrategias personalizadas", "Personalized strategies"),
          text(
            "Partimos de tu negocio, no de una plantilla.",
            "We start from your business, not from a template.",
          ),
        ),
        item(
          line("Resultados comprobados", "Proven results"),
          text(
            "{projects} proyectos para {clients} clientes en {client-countries} países.",
            "{projects} projects for {clients} clients in {client-countries} countries.",
          ),
        ),
        item(
          line("Transparencia total", "Complete transparency"),
          text("Ves los mismos números que vemos nosotros.", "You see the same numbers that we see."),
        ),
        item(
          line("Apoyo continuo", "Continuous support"),
          text(
            "Seguimos a tu lado después de publicar la campaña.",
            "We stay by your side after the campaign goes out.",
          ),
        ),
      ],
    },
    {
      _type: "badges",
      anchor: "certificaciones",
      title: line("Personal certificado", "Certified staff"),
      text: text(
        "Nuestro equipo cuenta con certificaciones en las plataformas con las que trabaja.",
        "Our team is certified in the platforms that it works with.",
      ),
      items: ["Google Ads", "Google Analytics", "Meta Business", "TikTok for Business"].map(name),
    },
    {
      _type: "callToAction",
      anchor: "contacto",
      title: line("Empecemos por una conversación", "Let's start with a conversation"),
      text: text(
        "Cuéntanos qué vendes y a quién. Te diremos por dónde empezaríamos.",
        "Tell us what you sell and to whom. We will tell you where we would begin.",
      ),
      actions: [button(line("Comenzar ahora", "Start now"), toPage("contact"))],
    },
  ],
};
