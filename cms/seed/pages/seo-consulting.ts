import { button, item, line, text, toPage } from "../compose.ts";
import { pictures } from "../pictures.ts";

export const seoConsulting = {
  _id: "seo-consulting",
  _type: "page",
  name: "seo-consulting",
  title: line("Consultoría SEO", "SEO consulting"),
  description: text(
    "Auditoría, palabras clave, contenido, SEO técnico y seguimiento, con un método de cuatro pasos, para que te encuentren al buscar.",
    "Audit, keywords, content, technical SEO and monitoring, in a method of four steps, so that people find you when they search.",
  ),
  sections: [
    {
      _type: "hero",
      title: line("Que te encuentren al buscar", "Be found when people search"),
      text: text(
        "Revisamos tu sitio, corregimos lo que lo frena y trabajamos el contenido que tus clientes buscan. Paso a paso y con informes.",
        "We review your site, fix what holds it back and work on the content your customers are looking for. Step by step, with reports.",
      ),
      actions: [
        button(line("Agenda una reunión", "Schedule a meeting"), toPage("contact")),
        button(line("Ver el método", "See the method"), toPage("seo-consulting", "metodologia"), "quiet"),
      ],
      picture: pictures.searchResults,
    },
    {
      _type: "featureGrid",
      anchor: "servicios",
      navigationLabel: line("Servicios", "Services"),
      title: line("Qué incluye la consultoría", "What the consulting includes"),
      items: [
        item(
          line("Auditoría SEO completa", "Complete SEO audit"),
          text(
            "Una lista ordenada de lo que frena a tu sitio y de lo que conviene corregir primero.",
            "An ordered list of what holds your site back and what to fix first.",
          ),
        ),
        item(
          line("Estrategia de palabras clave", "Keyword strategy"),
          text(
            "Las búsquedas por las que vale la pena competir, y con qué página.",
            "The searches worth competing for, and with which page.",
          ),
        ),
        item(
          line("Optimización de contenido", "Content optimization"),
          text(
            "Textos que responden la búsqueda y que da gusto leer.",
            "Copy that answers the search and is a pleasure to read.",
          ),
        ),
        item(
          line("SEO técnico", "Technical SEO"),
          text(
            "Velocidad, estructura y datos que los buscadores entienden.",
            "Speed, structure and data that search engines understand.",
          ),
        ),
        item(
          line("Análisis de la competencia", "Competitive analysis"),
          text(
            "Qué hacen bien los demás y dónde hay espacio para ti.",
            "What others do well and where there is room for you.",
          ),
        ),
        item(
          line("Monitoreo e informes", "Monitoring and reports"),
          text(
            "Posiciones, visitas y consultas, explicadas sin jerga.",
            "Positions, visits and enquiries, explained without jargon.",
          ),
        ),
      ],
    },
    {
      _type: "steps",
      anchor: "metodologia",
      navigationLabel: line("Método", "Method"),
      title: line("Cuatro pasos, en este orden", "Four steps, in this order"),
      items: [
        item(
          line("Análisis inicial", "Initial analysis"),
          text(
            "Vemos dónde está tu sitio hoy y qué buscan tus clientes.",
            "We see where your site stands today and what your customers search for.",
          ),
        ),
        item(
          line("Estrategia personalizada", "Personalized strategy"),
          text(
            "Acordamos metas, prioridades y cómo vamos a medirlas.",
            "We agree on goals, on priorities and on how we will measure them.",
          ),
        ),
        item(
          line("Implementación", "Implementation"),
          text(
            "Corregimos lo técnico y publicamos el contenido acordado.",
            "We fix the technical side and publish the agreed content.",
          ),
        ),
        item(
          line("Monitoreo continuo", "Continuous monitoring"),
          text(
            "Medimos, te informamos y ajustamos el rumbo.",
            "We measure, keep you informed and adjust the course.",
          ),
        ),
      ],
    },
    {
      _type: "benefits",
      anchor: "beneficios",
      navigationLabel: line("Beneficios", "Benefits"),
      title: line("Lo que ganas", "What you gain"),
      items: [
        item(
          line("Visibilidad orgánica", "Organic visibility"),
          text(
            "Apareces en los resultados sin pagar por cada clic.",
            "You appear in the results without paying for each click.",
          ),
        ),
        item(
          line("Tráfico calificado", "Qualified traffic"),
          text(
            "Llegan personas que ya buscaban lo que ofreces.",
            "The people who arrive were already looking for what you offer.",
          ),
        ),
        item(
          line("Retorno a largo plazo", "Long-term ROI"),
          text(
            "El trabajo bien hecho sigue trayendo visitas después.",
            "Work that is done well keeps bringing visits afterwards.",
          ),
        ),
        item(
          line("Autoridad de marca", "Brand authority"),
          text(
            "Quien responde bien se vuelve la referencia de su tema.",
            "Whoever answers well becomes the reference on the subject.",
          ),
        ),
      ],
    },
    {
      _type: "callToAction",
      anchor: "contacto",
      title: line("¿Cómo te encuentran hoy?", "How do people find you today?"),
      text: text(
        "Envíanos la dirección de tu sitio y cuéntanos qué te gustaría lograr.",
        "Send us the address of your site and tell us what you would like to achieve.",
      ),
      actions: [button(line("Comenzar ahora", "Start now"), toPage("contact"))],
    },
  ],
};
