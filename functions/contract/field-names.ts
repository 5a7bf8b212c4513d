import type { Language } from "#cms/content/site.ts";
import type { ContactField } from "./contact.ts";

/** What each field of a message is called where the edge writes for people, in mails and files; the labels on the screen are in the interface messages. */
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
