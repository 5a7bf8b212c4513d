import type { Language } from "#cms/content/site.ts";
import type { MeetingPart } from "./meeting.ts";
import type { Service, Source } from "./options.ts";

/** Origin of the script and the frame of Cloudflare Turnstile. */
export const turnstileOrigin = "https://challenges.cloudflare.com";

/** Header of `POST /api/contact` with the stamp of its form. */
export const formStampHeader = "Contact-Form-Stamp";

/** Header of `POST /api/contact` with the token of Cloudflare Turnstile, if the site uses it. */
export const turnstileHeader = "Contact-Turnstile";

/**
 * Answer of `GET /api/contact/form-stamp`: the time at which the form was opened, signed as a JWT (RFC 7519), and the
 * site's public key if the site uses Turnstile.
 */
export type FormStampAnswer = { stamp: string; turnstile_site_key?: string };

/** A contact message by field. Omitted fields are null. */
export type ContactMessage = {
  name: string;
  email: string;
  phone: string | null;
  company: string | null;
  service: Service | null;
  /** The name of the chosen plan, in the language that the company reads. */
  plan: string | null;
  /** The requested day of a meeting, `YYYY-MM-DD` in the company's time zone. */
  meeting_day: string | null;
  meeting_part: MeetingPart | null;
  source: Source | null;
  message: string | null;
  language: Language;
};

/** A field of the contact form. */
export type ContactField = keyof ContactMessage;

/** Name of each field in a submission, in the database and in the inbox's answers, in the order of the form. */
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

/** All fields, in the order of the form. */
export const contactFields = Object.keys(submissionNames) as ContactField[];

/** The wishes of a visitor beside a service. A submission includes them only if the call asks for them. */
export const wishFields = ["plan", "meeting_day", "meeting_part"] as const satisfies ContactField[];
export type WishField = (typeof wishFields)[number];

/** Maximum length of texts in code points, for the form, the edge and the database. */
export const limits = {
  name: 200,
  email: 254,
  phone: 40,
  company: 200,
  plan: 60,
  message: 5000,
} as const satisfies Partial<Record<ContactField, number>>;

/**
 * Body of `POST /api/contact`. `name` and `email` are required; all other fields except the language may be null or
 * empty.
 */
export type ContactInput = Pick<ContactMessage, "name" | "email"> & {
  [Field in Exclude<ContactField, "name" | "email" | "language">]?: ContactMessage[Field] | "" | undefined;
} & { language?: Language | undefined };

/** Fragment of the inbox's address with a signed message that only a mail has stored. */
export const handedFragment = "guardar";

/** Answer of `POST /api/contact`: the id, and whether the message is stored or queued. */
export type ContactReceipt = { id: string; status: "stored" | "queued" };

/**
 * The pattern of email addresses in every form and at the edge: that of `<input type=email>` in the HTML standard, but
 * the domain needs a dot. Mail from other servers reaches no domain without one.
 */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;
