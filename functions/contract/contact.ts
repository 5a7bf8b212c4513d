import { defaultLanguage, languages } from "#cms/content/site.ts";
import { maxEmailLength } from "./email.ts";
import { meetingParts } from "./meeting.ts";
import { services, sources } from "./options.ts";

/** Header of `POST /api/contact` with the stamp of its form. */
export const formStampHeader = "Contact-Form-Stamp";

/** Header of `POST /api/contact` with the token of Cloudflare Turnstile, if the site uses it. */
export const turnstileHeader = "Contact-Turnstile";

/** Describes a field of the contact form. Everything that handles fields follows from it. */
type FieldDescription = {
  /** Database column, and key in the inbox's answers. By default the field's own key. */
  column?: string;
  /** A `line` has no line breaks. Mails and the inbox expect one field each of the kinds email, phone, text and day. */
  kind: "line" | "text" | "email" | "phone" | "choice" | "day";
  /** Maximum length of a text in code points, for the form, the edge and the database. */
  limit?: number;
  /** Keys of a choice. Their names are in `cms/content/names`. */
  options?: readonly string[];
  /** The option of an omitted choice. Without it, the choice is optional. */
  defaultOption?: string;
  /** Only for `line` and `email`. A new field is optional, because waiting messages lack it. */
  isRequired?: true;
  /** Disclosure of the form that contains the field. */
  group?: "more" | "meeting";
  /** Whether a submission includes the field only if the call asks for wishes (`include=wishes`). */
  isWish?: true;
};

/** The fields of the contact form, in the order of mails and of the readable export. */
const contactFieldTable = {
  name: { kind: "line", limit: 200, isRequired: true },
  email: { kind: "email", limit: maxEmailLength, isRequired: true },
  phone: { kind: "phone", limit: 40 },
  company: { kind: "line", limit: 200, group: "more" },
  service: { column: "service_type", kind: "choice", options: services },
  // The name of the chosen plan, in the language that the company reads.
  plan: { kind: "line", limit: 60, isWish: true },
  // The requested day of a meeting, in the company's time zone.
  meeting_day: { kind: "day", group: "meeting", isWish: true },
  meeting_part: { kind: "choice", options: meetingParts, group: "meeting", isWish: true },
  source: { kind: "choice", options: sources, group: "more" },
  message: { kind: "text", limit: 5000 },
  language: { kind: "choice", options: languages, defaultOption: defaultLanguage },
} as const satisfies Record<string, FieldDescription>;

type Table = typeof contactFieldTable;

/** A field of the contact form. */
export type ContactField = keyof Table;

export const isContactField = (name: string): name is ContactField => Object.hasOwn(contactFieldTable, name);

/** All fields, in the order of mails and of the readable export. */
export const contactFields = Object.keys(contactFieldTable) as ContactField[];

/** Returns the description of a field, with the properties that it may lack. */
export const describeField = (field: ContactField): FieldDescription => contactFieldTable[field];

/** Name of a field in a submission, in the database and in the inbox's answers. */
export type FieldColumn<Field extends ContactField> = {
  [Key in Field]: Table[Key] extends { column: infer Name extends string } ? Name : Key;
}[Field];

export const toColumn = <Field extends ContactField>(field: Field) =>
  (describeField(field).column ?? field) as FieldColumn<Field>;

/** Returns the maximum length of a field's text in code points; infinite for fields that are no text. */
export const getLimit = (field: ContactField): number =>
  describeField(field).limit ?? Number.POSITIVE_INFINITY;

type FieldsWith<Part> = { [Field in ContactField]: Table[Field] extends Part ? Field : never }[ContactField];

/** A field with a fixed list of options. */
export type ChoiceField = FieldsWith<{ kind: "choice" }>;
export const isChoice = (field: ContactField): field is ChoiceField => describeField(field).kind === "choice";

type Option<Field extends ContactField> = Table[Field] extends {
  options: readonly (infer Key extends string)[];
}
  ? Key
  : string;

/** The value of a field in an accepted message. Omitted fields are null. */
type FieldValue<Field extends ContactField> =
  | Option<Field>
  | (Table[Field] extends { isRequired: true } | { defaultOption: string } ? never : null);

/** A contact message by field. */
export type ContactMessage = { [Field in ContactField]: FieldValue<Field> };

/** Body of `POST /api/contact`. An omitted or empty field has no value. */
export type ContactInput = { [Field in ContactField]?: FieldValue<Field> | "" | undefined } & {
  name: string;
  email: string;
};

/** A wish of a visitor beside a service. */
export type WishField = FieldsWith<{ isWish: true }>;

export const isWish = (field: ContactField): field is WishField => describeField(field).isWish === true;

/** A field with a name, and the reference of a message. */
export type NamedField = ContactField | "reference";
type OptionNames<Field extends ChoiceField> = Record<
  { [Choice in Field]: `contact.${Choice}.${Option<Choice>}` }[Field],
  string
>;

/** Names that visitors read, by the key of the interface message. The form has no control for the language. */
export type FormNames = Record<`contact.${Exclude<NamedField, "language">}`, string> &
  OptionNames<Exclude<ChoiceField, "language">>;

/** Names for the company where the visitor's name differs or is missing. */
export type CompanyNames = Partial<Record<`inbox.field.${NamedField}`, string>> &
  Record<"inbox.field.language", string> &
  OptionNames<"language">;

/** The key of the interface message with the name of an option. */
export type OptionNameId = keyof OptionNames<ChoiceField>;

/** Returns the key of the interface message with the name of an option. */
export const toOptionNameId = (field: ContactField, option: string) =>
  `contact.${field}.${option}` as OptionNameId;

/** Fragment of the inbox's address with a signed message that only a mail has stored. */
export const handedFragment = "guardar";

/** Name of the form's honeypot field, which is hidden. No browser and no password manager fills in this name. */
export const trapField = "topic_note";

/** Name of the field of a form that contains files. */
export const uploadField = "upload";

/** Name of the field of a form that contains the tokens of uploaded files. */
export const uploadedField = "files";
