import type { Language } from "#cms/content/site.ts";
import type { ContactField } from "./contact.ts";

const sent: Record<Language, string> = { es: "enviado", en: "sent" };

/** Id of the block that confirms a message, shown while it is the address's target. */
export const sentFragment = (language: Language) => sent[language];

/** Id of the block that says what is wrong with a field, with the form as a whole, or that the message could not be taken now. */
export const errorFragment = (cause: ContactField | "form" | "unavailable") => `error-${cause}` as const;
