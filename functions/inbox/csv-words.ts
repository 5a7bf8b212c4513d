import type { Language } from "#cms/content/site.ts";

/** What an export for a person says beside the fields of a message: its other headings, and answers to what is so or not. */
type CsvWords = {
  headings: Record<"created_at" | "read" | "spam", string>;
  yes: string;
  no: string;
  /** What the file is called, without its day. */
  fileName: string;
};

export const csvWords: Record<Language, CsvWords> = {
  es: {
    headings: { created_at: "Fecha y hora", read: "Leído", spam: "Spam" },
    yes: "Sí",
    no: "No",
    fileName: "mensajes",
  },
  en: {
    headings: { created_at: "Date and time", read: "Read", spam: "Spam" },
    yes: "Yes",
    no: "No",
    fileName: "messages",
  },
};
