import { button, contactCard, item, line, text, toPage } from "../compose.ts";
import { pictures } from "../pictures.ts";

const highlight = (title: ReturnType<typeof line>, explanation: ReturnType<typeof text>) => ({
  _type: "highlight",
  title,
  text: explanation,
});

export const cctv = {
  _id: "cctv",
  _type: "page",
  name: "cctv",
  title: line("Sistemas CCTV para empresas", "CCTV systems for businesses"),
  description: text(
    "Cámaras 4K con visión nocturna, acceso remoto e instalación profesional certificada. Consulta gratuita y cotización a tu medida.",
    "4K cameras with night vision, remote access and certified professional installation. Free consultation and a personalized quote.",
  ),
  sections: [
    {
      _type: "hero",
      title: line("Mira tu negocio desde donde estés", "See your business from anywhere"),
      text: text(
        "Cámaras 4K instaladas por profesionales certificados, con grabación en la nube y acceso desde tu teléfono.",
        "4K cameras installed by certified professionals, with cloud recording and access from your phone.",
      ),
      actions: [
        button(line("Solicitar cotización", "Request Quote"), toPage("cctv", "contacto")),
        button(line("Ver características", "View Features"), toPage("cctv", "caracteristicas"), "quiet"),
      ],
      picture: pictures.camera4k,
    },
    {
      _type: "highlights",
      anchor: "destacados",
      title: line("Lo que recibes", "What you get"),
      items: [
        highlight(
          line("24/7", "24/7"),
          text("Tus cámaras graban a toda hora.", "Your cameras record around the clock."),
        ),
        highlight(
          line("4K", "4K"),
          text("Detalle suficiente para reconocer.", "Enough detail to recognize."),
        ),
        highlight(
          line("100%", "100%"),
          text("Acceso remoto, desde el teléfono o la web.", "Remote access, from your phone or the web."),
        ),
        highlight(line("Garantía", "Warranty"), text("Con soporte completo.", "With full support.")),
      ],
    },
    {
      _type: "featureGrid",
      anchor: "caracteristicas",
      navigationLabel: line("Características", "Features"),
      title: line("De qué está hecho el sistema", "What the system is made of"),
      items: [
        item(
          line("Cámaras 4K Ultra HD", "4K Ultra HD cameras"),
          text(
            "Imágenes nítidas que se pueden ampliar sin perder lo importante.",
            "Sharp pictures that you can enlarge without losing what matters.",
          ),
        ),
        item(
          line("Visión nocturna avanzada", "Advanced night vision"),
          text(
            "Se ve lo que pasa también cuando se apagan las luces.",
            "You see what happens when the lights are off, too.",
          ),
        ),
        item(
          line("Acceso remoto móvil y web", "Mobile and web remote access"),
          text(
            "En vivo o grabado, desde tu teléfono o tu computadora.",
            "Live or recorded, from your phone or your computer.",
          ),
        ),
        item(
          line("Almacenamiento en la nube", "Cloud storage"),
          text(
            "Lo grabado sigue ahí aunque falte el equipo.",
            "The recordings are still there even if the equipment is not.",
          ),
        ),
        item(
          line("Detección inteligente de movimiento", "Intelligent motion detection"),
          text(
            "Avisos cuando algo se mueve donde no debería.",
            "Alerts when something moves where it should not.",
          ),
        ),
        item(
          line("Instalación profesional certificada", "Certified professional installation"),
          text(
            "Cableado limpio, ángulos bien elegidos y todo probado contigo.",
            "Tidy cabling, well-chosen angles, and everything tested with you.",
          ),
        ),
      ],
    },
    {
      _type: "gallery",
      anchor: "instalacion",
      navigationLabel: line("Instalación", "Installation"),
      title: line("Instalada para no estorbar", "Installed to stay out of the way"),
      text: text(
        "Estudiamos tu local, ubicamos las cámaras donde hacen falta y dejamos el espacio como lo encontramos.",
        "We study your premises, place the cameras where they are needed and leave the space as we found it.",
      ),
      items: [
        {
          _type: "galleryPicture",
          picture: pictures.monitoringCenter,
          caption: line(
            "Centro de monitoreo: todas tus cámaras en una pared de pantallas.",
            "Monitoring center: all your cameras on one wall of screens.",
          ),
        },
        {
          _type: "galleryPicture",
          picture: pictures.officeCamera,
          caption: line(
            "Instalación en oficina: a la vista, sin cables a la vista.",
            "Office installation: in plain sight, with no cable in sight.",
          ),
        },
      ],
    },
    {
      _type: "benefits",
      anchor: "beneficios",
      navigationLabel: line("Beneficios", "Benefits"),
      title: line("Lo que cambia en tu negocio", "What changes in your business"),
      items: [
        item(
          line("Protección 24/7", "24/7 protection"),
          text("También de noche y en feriados.", "At night and on holidays, too."),
        ),
        item(
          line("Menos robos y vandalismo", "Less theft and vandalism"),
          text(
            "Una cámara a la vista hace que muchos lo piensen dos veces.",
            "A camera in plain sight makes many think twice.",
          ),
        ),
        item(
          line("Evidencia legal", "Legal evidence"),
          text(
            "Grabaciones con fecha y hora, listas para presentar.",
            "Recordings with date and time, ready to present.",
          ),
        ),
        item(
          line("Control de accesos y del personal", "Access control and employee monitoring"),
          text(
            "Quién entra, quién sale y cómo se trabaja.",
            "Who comes in, who goes out and how work is done.",
          ),
        ),
        item(
          line("Tranquilidad", "Peace of mind"),
          text(
            "Un vistazo al teléfono y sabes que todo está bien.",
            "One look at your phone and you know that all is well.",
          ),
        ),
      ],
    },
    {
      _type: "contactCards",
      anchor: "contacto",
      navigationLabel: line("Cotización", "Quote"),
      title: line("Consulta gratuita y cotización a tu medida", "Free consultation and a personalized quote"),
      text: text(
        "Cuéntanos cómo es tu local y qué te preocupa. Te proponemos el sistema que hace falta, ni más ni menos.",
        "Tell us about your premises and what worries you. We will propose the system you need, no more and no less.",
      ),
      cards: [
        contactCard(
          "whatsapp",
          line("WhatsApp", "WhatsApp"),
          text("Para enviar fotos o un plano del local.", "To send photos or a plan of your premises."),
        ),
        contactCard(
          "tel",
          line("Teléfono", "Phone"),
          text("Para describirnos el lugar y tus dudas.", "To describe the place and ask your questions."),
        ),
        contactCard(
          "mail",
          line("Correo electrónico", "E-mail"),
          text("Para pedir la cotización por escrito.", "To ask for the quote in writing."),
        ),
        contactCard(
          "instagram",
          line("Instagram", "Instagram"),
          text("Para seguirnos o escribirnos por ahí.", "To follow us, or write to us there."),
        ),
      ],
    },
    {
      _type: "callToAction",
      title: line("¿Empezamos por mirar tu local?", "Shall we start by looking at your premises?"),
      text: text(
        "Escríbenos unas líneas y coordinamos la visita.",
        "Write us a few lines and we will arrange a visit.",
      ),
      actions: [button(line("Contactar ahora", "Contact Now"), toPage("contact"))],
    },
  ],
};
