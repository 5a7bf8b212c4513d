import { button, contactCard, item, line, text, toContact, toPage } from "../compose.ts";
import { pictures } from "../pictures.ts";

const card = (
  page: string,
  picture: object,
  title: ReturnType<typeof line>,
  explanation: ReturnType<typeof text>,
) => ({ _type: "serviceCard", title, text: explanation, picture, link: toPage(page) });

export const home = {
  _id: "home",
  _type: "page",
  name: "home",
  title: line(
    "Servicios digitales y soporte TI en Costa Rica",
    "Digital services and IT support in Costa Rica",
  ),
  description: text(
    "Diseño web, reputación en línea, soporte técnico, marketing digital, SEO y cámaras de seguridad para empresas. Cuéntanos qué necesitas.",
    "Web design, online reputation, technical support, digital marketing, SEO and security cameras for businesses. Tell us what you need.",
  ),
  sections: [
    {
      _type: "hero",
      title: line("Tu negocio, en línea y en orden", "Your business, online and in order"),
      text: text(
        "Diseñamos tu sitio, cuidamos tu reputación, mantenemos tus equipos y hacemos que te encuentren. Un solo equipo en Costa Rica se encarga, de forma remota o en tus instalaciones.",
        "We design your website, look after your reputation, keep your computers running and help people find you. One team in Costa Rica takes care of it, remotely or at your premises.",
      ),
      actions: [
        button(line("Contáctanos", "Get in touch"), toPage("home", "contacto")),
        button(line("Ver servicios", "See our services"), toPage("home", "servicios"), "quiet"),
      ],
      picture: pictures.orchids,
    },
    {
      _type: "serviceCards",
      anchor: "servicios",
      navigationLabel: line("Servicios", "Services"),
      title: line("En qué te ayudamos", "What we can do for you"),
      text: text(
        "Empieza por lo que más urge. Lo demás puede venir después, con las mismas personas.",
        "Start with what is most urgent. The rest can follow, with the same people.",
      ),
      cards: [
        card(
          "reputation",
          pictures.fiveStars,
          line("Gestión de reputación", "Reputation management"),
          text(
            "Pide reseñas, atiende las malas antes de que crezcan y muestra las buenas en tu sitio.",
            "Ask for reviews, deal with bad ones before they grow and show the good ones on your site.",
          ),
        ),
        card(
          "web-development",
          pictures.webDesign,
          line("Diseño y desarrollo web", "Web design and development"),
          text(
            "Tiendas en línea, sitios corporativos, reservas y páginas de campaña, pensados primero para el teléfono.",
            "Online shops, company sites, bookings and campaign pages, designed for the phone first.",
          ),
        ),
        card(
          "technical-support",
          pictures.workbench,
          line("Soporte técnico", "Technical support"),
          text(
            "Ayuda remota, mantenimiento, redes y recuperación de datos para que tu equipo siga trabajando.",
            "Remote help, maintenance, networks and data recovery, so that your team can keep working.",
          ),
        ),
        card(
          "digital-marketing",
          pictures.phoneWithCards,
          line("Marketing digital", "Digital marketing"),
          text(
            "Contenido, redes sociales y publicidad con informes que dicen qué funcionó y qué no.",
            "Content, social media and advertising, with reports that say what worked and what did not.",
          ),
        ),
        card(
          "cctv",
          pictures.camera4k,
          line("Sistemas CCTV", "CCTV systems"),
          text(
            "Cámaras 4K con visión nocturna, instaladas por profesionales y a la vista desde tu teléfono.",
            "4K cameras with night vision, professionally installed and in view from your phone.",
          ),
        ),
      ],
    },
    {
      _type: "statements",
      anchor: "nosotros",
      navigationLabel: line("Nosotros", "About us"),
      title: line("Por qué hacemos esto", "Why we do this"),
      items: [
        item(
          line("Misión", "Mission"),
          text(
            "Poner la tecnología al servicio de las empresas: elegir lo que de verdad hace falta, dejarlo funcionando y estar cerca cuando algo falla.",
            "To put technology to work for businesses: choose what is really needed, leave it running, and be close by when something breaks.",
          ),
        ),
        item(
          line("Visión", "Vision"),
          text(
            "Ser el equipo al que una empresa llama primero, porque explica con claridad, cumple lo que dice y se queda después de entregar.",
            "To be the team a business calls first, because it explains things clearly, does what it says and stays on after delivery.",
          ),
        ),
      ],
    },
    {
      _type: "pictureText",
      anchor: "tecnologia",
      navigationLabel: line("Tecnología", "Technology"),
      title: line("Tecnología moderna, bien instalada", "Modern technology, properly installed"),
      text: text(
        "Un buen equipo mal conectado da los mismos problemas que uno viejo. Por eso cuidamos las dos partes: lo que tocas y lo que hay detrás.",
        "A good computer on a bad network is as much trouble as an old one. So we take care of both parts: what you touch, and what is behind it.",
      ),
      picture: pictures.serverRack,
      items: [
        item(
          line("Hardware", "Hardware"),
          text(
            "Computadoras, servidores y repuestos elegidos para el uso que les darás, con mantenimiento preventivo.",
            "Computers, servers and parts chosen for the use you will put them to, with preventive maintenance.",
          ),
        ),
        item(
          line("Infraestructura", "Infrastructure"),
          text(
            "Redes, cableado y cámaras ordenados y documentados, para que crecer no signifique empezar de nuevo.",
            "Networks, cabling and cameras, tidy and documented, so that growing does not mean starting over.",
          ),
        ),
      ],
    },
    {
      _type: "contactCards",
      anchor: "contacto",
      navigationLabel: line("Contacto", "Contact"),
      title: line("Hablemos de lo que necesitas", "Let's talk about what you need"),
      text: text(
        "Escríbenos o llámanos por donde te quede más fácil. Te responderemos pronto.",
        "Write or call, whichever is easier for you. We will reply soon.",
      ),
      cards: [
        contactCard(
          "mail",
          line("Correo electrónico", "E-mail"),
          text("Para contarnos tu proyecto con calma.", "To tell us about your project in detail."),
        ),
        contactCard(
          "tel",
          line("Teléfono", "Phone"),
          text("Para conversar con una persona del equipo.", "To talk with someone from the team."),
        ),
        contactCard(
          "whatsapp",
          line("WhatsApp", "WhatsApp"),
          text("Para una consulta rápida o enviar una foto.", "For a quick question, or to send a photo."),
        ),
        contactCard(
          "instagram",
          line("Instagram", "Instagram"),
          text("Para ver en qué andamos.", "To see what we are up to."),
        ),
      ],
      action: button(line("Enviar mensaje", "Send a message"), toContact("mail")),
    },
  ],
};
