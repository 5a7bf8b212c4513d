import { maxEmailLength } from "./email.ts";

/** Header of `POST /api/contact` with the stamp of its form. */
export const formStampHeader = "Contact-Form-Stamp";

/** Header of `POST /api/contact` with the token of Cloudflare Turnstile, if the site uses it. */
export const turnstileHeader = "Contact-Turnstile";

/** Name of each field in a submission, in the database and in the inbox's answers, in the order of mails and exports. */
export const submissionNames = {
  name: "name",
  email: "email",
  phone: "phone",
  company: "company",
  service: "service_type",
  plan: "plan",
  meeting_day: "meeting_day",
  meeting_part: "meeting_part",
  source: "source",
  message: "message",
  language: "language",
} as const;

/** A field of the contact form. */
export type ContactField = keyof typeof submissionNames;

/** All fields, in the order of mails and exports. */
export const contactFields = Object.keys(submissionNames) as ContactField[];

/** The wishes of a visitor beside a service. A submission includes them only if the call asks for them. */
export const wishFields = ["plan", "meeting_day", "meeting_part"] as const satisfies ContactField[];
export type WishField = (typeof wishFields)[number];

/** Maximum length of texts in code points, for the form, the edge and the database. */
export const limits = {
  name: 200,
  email: maxEmailLength,
  phone: 40,
  company: 200,
  plan: 60,
  message: 5000,
} as const satisfies Partial<Record<ContactField, number>>;

/** Fragment of the inbox's address with a signed message that only a mail has stored. */
export const handedFragment = "guardar";
