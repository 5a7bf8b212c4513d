import type { Language } from "#cms/content/site.ts";
import type { ContactField } from "#functions/contract/contact.ts";

/** What an export for a person says: the headings in the order of its columns, and answers to what is so or not. */
type CsvWords = {
  headings: Record<ContactField | "created_at" | "read" | "spam" | "reference", string>;
  yes: string;
  no: string;
  /** What the file is called, without its day. */
  fileName: string;
};

export const csvWords: Record<Language, CsvWords> = {
  es: {
    headings: {
      created_at: "Fecha y hora",
      name: "Nombre",
      email: "Correo",
      phone: "Teléfono",
      company: "Empresa",
      service: "Servicio",
      plan: "Plan",
      meeting_day: "Día para reunirse",
      meeting_part: "Parte del día",
      source: "Cómo nos conoció",
      message: "Mensaje",
      language: "Idioma",
      read: "Leído",
      spam: "Spam",
      reference: "Referencia",
    },
    yes: "Sí",
    no: "No",
    fileName: "mensajes",
  },
  en: {
    headings: {
      created_at: "Date and time",
      name: "Name",
      email: "Email",
      phone: "Phone",
      company: "Company",
      service: "Service",
      plan: "Plan",
      meeting_day: "Day to meet",
      meeting_part: "Part of the day",
      source: "How they found us",
      message: "Message",
      language: "Language",
      read: "Read",
      spam: "Spam",
      reference: "Reference",
    },
    yes: "Yes",
    no: "No",
    fileName: "messages",
  },
};
