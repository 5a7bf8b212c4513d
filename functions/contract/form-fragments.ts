import type { Language } from "#cms/content/site.ts";
import type { ContactField } from "./contact.ts";

const sentFragments: Record<Language, string> = { es: "enviado", en: "sent" };

/** Id of the contact form, the target of the buttons that lead to it. */
export const formFragment = "formulario";

/** CSS selector of the contact form in a page. */
export const contactFormSelector = 'form[action="/api/contact"]';

/** Returns the id of the block that confirms a message. The page shows it while it is the target of the address. */
export const sentFragment = (language: Language) => sentFragments[language];

/** Returns the query before that fragment, with the reference of the message. */
export const toSentQuery = (reference: string) => `?reference=${reference}`;

/** Returns the reference of a sent message in the query of an address; null without one, or for any other text. */
export function readReference(query: URLSearchParams): string | null {
  const reference = query.get("reference") ?? "";
  return /^[\dA-F]{4}-[\dA-F]{4}$/.test(reference) ? reference : null;
}

/**
 * Returns the id of the error block of a field, of the files, of the form as a whole, or of a message that cannot be accepted now. The
 * language is no field that a visitor fills in, so it has no block.
 */
export const errorFragment = (cause: Exclude<ContactField, "language"> | "files" | "form" | "unavailable") =>
  `error-${cause}` as const;
