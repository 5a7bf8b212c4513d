import type { Language } from "#cms/content/site.ts";
import type { ContactField } from "./contact.ts";

const sent: Record<Language, string> = { es: "enviado", en: "sent" };

/** Id of the contact form, where the buttons that lead to it land. */
export const formFragment = "formulario";

/** Id of the block that confirms a message, shown while it is the address's target. */
export const sentFragment = (language: Language) => sent[language];

/** What stands before that fragment: the reference of the message. */
export const sentQuery = (reference: string) => `?reference=${reference}`;

/** The reference that an address has; null where it has none. */
export function readReference(query: URLSearchParams): string | null {
  const reference = query.get("reference") ?? "";
  return /^[\dA-F]{4}-[\dA-F]{4}$/.test(reference) ? reference : null;
}

/** Id of the block that says what is wrong with a field, with the form as a whole, or that the message could not be taken now. */
export const errorFragment = (cause: ContactField | "form" | "unavailable") => `error-${cause}` as const;
