import type { Language } from "#cms/content/site.ts";
import type { MeetingPart } from "./meeting.ts";
import type { Service, Source } from "./options.ts";

/** Where the script and the frame of Cloudflare Turnstile are from. */
export const turnstileOrigin = "https://challenges.cloudflare.com";

/** Header of `POST /api/contact` with the stamp of its form. */
export const formStampHeader = "Contact-Form-Stamp";

/** Header of `POST /api/contact` with the token of Cloudflare Turnstile, where the site has that. */
export const turnstileHeader = "Contact-Turnstile";

/**
 * Answer of `GET /api/contact/form-stamp`: the time at which the form was opened, signed (a JWT, RFC 7519), and the site's public key where it has
 * Turnstile.
 */
export type FormStampAnswer = { stamp: string; turnstile_site_key?: string };

/** A contact message: what a visitor sends, by field; what was left out is null. */
export type ContactMessage = {
  name: string;
  email: string;
  phone: string | null;
  company: string | null;
  service: Service | null;
  /** The name of the plan that they chose, in the language that the company reads. */
  plan: string | null;
  /** When they would like to meet, `YYYY-MM-DD` in the company's time zone. */
  meeting_day: string | null;
  meeting_part: MeetingPart | null;
  source: Source | null;
  message: string | null;
  language: Language;
};

/** A field of the contact form. */
export type ContactField = keyof ContactMessage;

/** What each field is called in a submission, in the database as in the inbox's answers, in the order of the form. */
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
} as const satisfies Record<ContactField, string>;

/** Every field, in the order of the form. */
export const contactFields = Object.keys(submissionNames) as ContactField[];

/** The fields that say what a visitor wishes beside a service: a submission has them only where they are asked for. */
export const wishFields = ["plan", "meeting_day", "meeting_part"] as const satisfies ContactField[];
export type WishField = (typeof wishFields)[number];

/** Longest accepted texts, in characters (code points), for the form, the edge and the database. */
export const limits = {
  name: 200,
  email: 254,
  phone: 40,
  company: 200,
  plan: 60,
  message: 5000,
} as const satisfies Partial<Record<ContactField, number>>;

/** Body of `POST /api/contact`. `name` and `email` are required; of the rest all but the language may be null or empty. */
export type ContactInput = Pick<ContactMessage, "name" | "email"> & {
  [Field in Exclude<ContactField, "name" | "email" | "language">]?: ContactMessage[Field] | "" | undefined;
} & { language?: Language | undefined };

/** The fragment of the inbox's address that brings a message, signed, which nothing but a mail has kept. */
export const handedFragment = "guardar";

/** Answer of `POST /api/contact`: where the message is now. */
export type ContactReceipt = { id: string; status: "stored" | "queued" };

/**
 * The rule for an email address in every form and at the edge: the pattern of the HTML standard's `<input type=email>`, whose domain
 * has a dot here. No mail from elsewhere reaches a domain without one.
 */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;
