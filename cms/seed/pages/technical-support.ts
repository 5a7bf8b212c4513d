import { button, contactCard, item, line, text, toPage } from "../compose.ts";
import { pictures } from "../pictures.ts";

export const technicalSupport = {
  _id: "technical-support",
  _type: "page",
  name: "technical-support",
  title: line("Soporte técnico para empresas", "Technical support for businesses"),
  description: text(
    "Soporte remoto, mantenimiento preventivo, recuperación de datos, redes y venta de equipos, con dos planes según tu empresa.",
    "Remote support, preventive maintenance, data recovery, networks and equipment sales, with two plans to suit your business.",
  ),
  sections: [
    {
      _type: "hero",
      title: line("Que nadie se quede sin trabajar", "Keep everyone working"),
      text: text(
        "Cuando una computadora falla, el día se detiene. Resolvemos a distancia lo que se puede y vamos cuando hace falta.",
        "When a computer fails, the day comes to a halt. We fix remotely what can be fixed remotely, and come over when needed.",
      ),
      actions: [
        button(line("Ver planes", "See the plans"), toPage("technical-support", "planes")),
        button(line("Pedir ayuda", "Ask for help"), toPage("technical-support", "contacto"), "quiet"),
      ],
      picture: pictures.workbench,
    },
    {
      _type: "featureGrid",
      anchor: "servicios",
      navigationLabel: line("Servicios", "Services"),
      title: line("En qué te ayudamos", "What we help with"),
      items: [
        item(
          line("Soporte remoto", "Remote support"),
          text(
            "Nos conectamos a tu equipo, con tu permiso, y resolvemos mientras miras.",
            "We connect to your computer, with your permission, and fix it while you watch.",
          ),
        ),
        item(
          line("Mantenimiento preventivo", "Preventive maintenance"),
          text(
            "Limpieza, actualizaciones y revisiones antes de que algo falle.",
            "Cleaning, updates and check-ups before something breaks.",
          ),
        ),
        item(
          line("Recuperación de datos", "Data recovery"),
          text(
            "Si un disco deja de responder, intentamos rescatar lo que guardaba.",
            "If a drive stops responding, we try to rescue what was on it.",
          ),
        ),
        item(
          line("Configuración de redes", "Network configuration"),
          text(
            "Wifi que llega a todos los rincones y redes ordenadas y seguras.",
            "Wi-Fi that reaches every corner, and networks that are tidy and safe.",
          ),
        ),
        item(
          line("Venta de equipos", "Equipment sales"),
          text(
            "Te recomendamos lo que necesitas y lo entregamos listo para usar.",
            "We recommend what you need and deliver it ready to use.",
          ),
        ),
      ],
    },
    {
      _type: "plans",
      anchor: "planes",
      navigationLabel: line("Planes", "Plans"),
      title: line("Dos planes, según tu ritmo", "Two plans, to suit your pace"),
      plans: [
        {
          _type: "plan",
          name: line("TI Básico", "Basic IT"),
          text: text("Para empresas que pueden esperar un día.", "For businesses that can wait a day."),
          response: "basic-response-hours",
          features: [
            line("Soporte remoto", "Remote support"),
            line("Mantenimiento preventivo", "Preventive maintenance"),
            line("Asesoría para comprar equipos", "Advice on buying equipment"),
          ],
          popular: false,
          button: line("Elegir TI Básico", "Select Basic IT"),
        },
        {
          _type: "plan",
          name: line("TI Profesional", "Professional IT"),
          text: text(
            "Para empresas que dependen de sus equipos todo el día.",
            "For businesses that depend on their computers all day.",
          ),
          response: "professional-response-hours",
          features: [
            line("Todo lo de TI Básico", "Everything in Basic IT"),
            line("Configuración de redes", "Network configuration"),
            line("Recuperación de datos", "Data recovery"),
            line("Visitas a tu oficina", "Visits to your office"),
          ],
          popular: true,
          button: line("Elegir TI Profesional", "Select Professional IT"),
        },
      ],
      popularLabel: line("Más popular", "Most popular"),
      contactSection: "contacto",
    },
    {
      _type: "reasons",
      anchor: "por-que-elegirnos",
      navigationLabel: line("Por qué elegirnos", "Why choose us"),
      title: line("Por qué elegirnos", "Why choose us"),
      items: [
        item(
          line("{years} años de experiencia", "{years} years of experience"),
          text(
            "Lo que te pasa hoy, probablemente ya lo vimos.",
            "What is happening to you today, we have probably seen before.",
          ),
        ),
        item(
          line("Un equipo de {collaborators} personas", "A team of {collaborators} people"),
          text(
            "De {collaborator-countries} países, con especialidades distintas.",
            "From {collaborator-countries} countries, with different specialties.",
          ),
        ),
        item(
          line("A distancia o en tu oficina", "Remotely or at your office"),
          text(
            "Lo que sea más rápido para que vuelvas a trabajar.",
            "Whichever gets you back to work sooner.",
          ),
        ),
        item(
          line("Palabras claras", "Plain words"),
          text("Te explicamos qué pasó y cómo evitarlo.", "We explain what happened and how to avoid it."),
        ),
      ],
    },
    {
      _type: "contactCards",
      anchor: "contacto",
      navigationLabel: line("Contacto", "Contact"),
      title: line("Cuéntanos qué plan te sirve", "Tell us which plan suits you"),
      text: text(
        "Dinos cuántas personas trabajan contigo y qué equipos usan, y lo vemos juntos.",
        "Tell us how many people work with you and what equipment they use, and we will work it out together.",
      ),
      cards: [
        contactCard(
          "whatsapp",
          line("WhatsApp", "WhatsApp"),
          text("Para mandar una foto de lo que pasa.", "To send a photo of what is going on."),
        ),
        contactCard(
          "tel",
          line("Teléfono", "Phone"),
          text("Para explicarlo conversando.", "To talk it through."),
        ),
        contactCard(
          "mail",
          line("Correo electrónico", "E-mail"),
          text("Para enviarnos la lista de tus equipos.", "To send us the list of your equipment."),
        ),
        contactCard(
          "instagram",
          line("Instagram", "Instagram"),
          text("Para seguirnos o escribirnos por ahí.", "To follow us, or write to us there."),
        ),
      ],
      action: button(line("Enviar mensaje", "Send a message"), toPage("contact")),
    },
  ],
};
