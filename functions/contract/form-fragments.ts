import type { ContactInput } from "./contact.ts";
import type { Language } from "./languages.ts";

/** A field of the contact form. */
export type ContactField = keyof ContactInput;

/** Where the contact form is, and where a form that was posted without JavaScript leads back to. */
export const contactPath = (language: Language) => (language === "es" ? "/contacto" : "/en/contact");

/** Id of the block that confirms a message, shown while it is the address's target. */
export const sentFragment = (language: Language) => (language === "es" ? "enviado" : "sent");

/** Id of the block that says what is wrong with a field, with the form as a whole, or that the message could not be taken now. */
export const errorFragment = (cause: ContactField | "form" | "unavailable") => `error-${cause}` as const;
