import type { Language } from "#cms/content/site.ts";
import type { ContactField } from "./contact.ts";
import type { MeetingPart } from "./meeting.ts";
import type { Service, Source } from "./options.ts";

/**
 * Names of the options in mails and files that the edge writes. The names on the screen are in the interface messages.
 */
export const optionNames: Record<
  Language,
  {
    service: Record<Service, string>;
    source: Record<Source, string>;
    language: Record<Language, string>;
    meeting_part: Record<MeetingPart, string>;
  }
> = {
  es: {
    service: {
      reputation: "Plataforma de gestión de reputación",
      "web-development": "Diseño y desarrollo web",
      "digital-marketing": "Marketing digital",
      "seo-consulting": "Consultoría SEO",
      "technical-support": "Soporte técnico",
      cctv: "Sistemas CCTV",
    },
    source: {
      "google-search": "Búsqueda en Google",
      "social-networks": "Redes sociales",
      recommendation: "Recomendación",
      advertising: "Publicidad",
      other: "Otras fuentes",
    },
    language: { es: "Español", en: "Inglés" },
    meeting_part: { morning: "Por la mañana", afternoon: "Por la tarde" },
  },
  en: {
    service: {
      reputation: "Reputation-management platform",
      "web-development": "Web design and development",
      "digital-marketing": "Digital marketing",
      "seo-consulting": "SEO consulting",
      "technical-support": "Technical support",
      cctv: "CCTV systems",
    },
    source: {
      "google-search": "Google search",
      "social-networks": "Social networks",
      recommendation: "Recommendation",
      advertising: "Advertising",
      other: "Other sources",
    },
    language: { es: "Spanish", en: "English" },
    meeting_part: { morning: "Morning", afternoon: "Afternoon" },
  },
};

/**
 * Names of a message's fields in mails and files that the edge writes. The labels on the screen are in the interface
 * messages.
 */
export const fieldNames: Record<Language, Record<ContactField | "reference", string>> = {
  es: {
    name: "Nombre",
    email: "Correo",
    phone: "Teléfono",
    company: "Empresa",
    service: "Servicio",
    plan: "Plan",
    meeting_day: "Día para reunirse",
    meeting_part: "Momento del día",
    source: "Cómo supo de nosotros",
    message: "Mensaje",
    language: "Idioma",
    reference: "Referencia",
  },
  en: {
    name: "Name",
    email: "Email",
    phone: "Phone",
    company: "Company",
    service: "Service",
    plan: "Plan",
    meeting_day: "Meeting day",
    meeting_part: "Time of day",
    source: "How they heard about us",
    message: "Message",
    language: "Language",
    reference: "Reference",
  },
};
