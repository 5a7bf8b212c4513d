import * as v from "valibot";
import { defaultLanguage, languages } from "#cms/content/site.ts";
import {
  countCharacters,
  hasLineBreak,
  isStorable,
  isVisible,
  normalizeText,
  toPlainEmail,
  toPlainPhone,
} from "./characters.ts";
import { type ContactField, limits, type submissionNames, type WishField } from "./contact.ts";
import { type Doubt, doubtCodes } from "./doubt.ts";
import { emailPattern } from "./email.ts";
import { fieldCode as code, type FieldCode, objectCode } from "./field-code.ts";
import { dayPattern, findDayProblem, meetingParts, toCompanyDay } from "./meeting.ts";
import { services, sources } from "./options.ts";

export const doubt = v.object({
  code: v.picklist(doubtCodes),
  count: v.exactOptional(v.number()),
});

/** Parses the stored doubts of a message. Drops codes that this release no longer defines. */
export const storedDoubts: v.GenericSchema<unknown, Doubt[]> = v.pipe(
  v.array(v.unknown()),
  v.transform((entries) => entries.filter((entry): entry is Doubt => v.is(doubt, entry))),
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects control characters
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/;

const storableText = v.pipe(v.string(code("invalid_type")), v.check(isStorable, code("invalid_characters")));

/** A trimmed text of at most `maximum` code points. */
const trimmedText = (maximum: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((value) => countCharacters(value) <= maximum, code("too_long")),
  );

// Normalization makes equal messages equal texts: devices encode accents differently, and forms send CRLF as line
// break.
const text = (maximum: number) => v.pipe(storableText, v.transform(normalizeText), trimmedText(maximum));

// Mail headers and one-line lists contain these fields, so no line break is honest. The check precedes trimming, which
// would hide a break at an end.
const oneLine = v.pipe(
  storableText,
  v.check((value) => !hasLineBreak(value), code("invalid_characters")),
);

const trimmedLine = (maximum: number) =>
  v.pipe(
    trimmedText(maximum),
    v.check((value) => !controlCharacters.test(value), code("invalid_characters")),
  );

const line = (maximum: number) => v.pipe(oneLine, v.normalize("NFC"), trimmedLine(maximum));

/**
 * An email address as the client sent it. Only ASCII is accepted, and nothing is composed, because composing could
 * create another address.
 */
export const emailInput = v.pipe(
  oneLine,
  v.transform(toPlainEmail),
  trimmedLine(limits.email),
  v.minLength(1, code("required")),
  v.regex(emailPattern, code("invalid_email")),
);

/** An optional text. Forms send an empty field as an empty string. An empty or invisible value becomes null. */
const optionalText = <Schema extends v.GenericSchema<string, string>>(schema: Schema) =>
  v.pipe(
    v.optional(v.nullable(schema), null),
    v.transform((value) => (value && isVisible(value) ? value : null)),
  );

/** An optional choice. An empty string, which a form sends without a choice, becomes null. */
const optionalKey = <const Key extends string>(keys: readonly Key[]) =>
  v.pipe(
    v.optional(v.nullable(v.picklist([...keys, ""] as const, code("invalid_option"))), null),
    v.transform((value) => (value ? (value as Key) : null)),
  );

type TextSchema = v.GenericSchema<string, string>;

/** The schema of a contact message. New and waiting messages differ in the checks of the address and the day. */
const createMessageSchema = (email: TextSchema, day: TextSchema) =>
  v.strictObject(
    {
      name: v.pipe(line(limits.name), v.check(isVisible, code("required"))),
      email,
      phone: optionalText(
        v.pipe(oneLine, v.normalize("NFC"), v.transform(toPlainPhone), trimmedLine(limits.phone)),
      ),
      company: optionalText(line(limits.company)),
      service: optionalKey(services),
      // The name of the chosen plan, in the language that the company reads.
      plan: optionalText(line(limits.plan)),
      // The requested day of a meeting, in the company's time zone.
      meeting_day: optionalText(day),
      meeting_part: optionalKey(meetingParts),
      source: optionalKey(sources),
      message: optionalText(text(limits.message)),
      language: v.optional(v.picklist(languages, code("invalid_option")), defaultLanguage),
    } satisfies Record<ContactField, v.GenericSchema>,
    objectCode,
  );

const requestedDay = v.pipe(
  v.string(code("invalid_type")),
  v.rawCheck(({ dataset, addIssue }) => {
    const problem = dataset.typed && dataset.value && findDayProblem(dataset.value, toCompanyDay(new Date()));
    if (problem) addIssue({ message: problem satisfies FieldCode });
  }),
);
/** Schema of a stored day, `YYYY-MM-DD`. */
export const storedDay = v.pipe(v.string(), v.regex(dayPattern));

/** Body of `POST /api/contact`. Unknown fields are rejected. */
export const contactInput = createMessageSchema(emailInput, requestedDay);
export type ContactInput = v.InferInput<typeof contactInput>;

/** A contact message by field. Omitted fields are null. */
export type ContactMessage = v.InferOutput<typeof contactInput>;

/**
 * Schema of a message that was accepted earlier and has waited. Its day may have passed, and an earlier rule has
 * checked its address.
 */
export const waitingInput = createMessageSchema(v.string(), storedDay);

/** Body of a call that a mailed link makes: the `token` of the link. */
export const linkInput = v.strictObject(
  { token: v.pipe(v.string(code("invalid_type")), v.minLength(1, code("required"))) },
  objectCode,
);

type StoredSchemas<Fields extends ContactField> = {
  [Field in Fields as (typeof submissionNames)[Field]]: v.GenericSchema<unknown, ContactMessage[Field]>;
};

/** Schemas of the stored wishes. */
export const storedWishes = {
  plan: v.nullable(v.string()),
  meeting_day: v.nullable(storedDay),
  meeting_part: v.nullable(v.picklist(meetingParts)),
} satisfies StoredSchemas<WishField>;

/** Schemas of the other stored fields, by their names in a submission. */
export const storedMessage = {
  name: v.string(),
  email: v.string(),
  phone: v.nullable(v.string()),
  company: v.nullable(v.string()),
  service_type: v.nullable(v.picklist(services)),
  source: v.nullable(v.picklist(sources)),
  message: v.nullable(v.string()),
  language: v.picklist(languages),
} satisfies StoredSchemas<Exclude<ContactField, WishField>>;
