import * as v from "valibot";
import {
  countCharacters,
  hasLineBreak,
  isStorable,
  isVisible,
  normalizeText,
  toPlainEmail,
  toPlainPhone,
} from "./characters.ts";
import {
  type ContactField,
  type ContactMessage,
  contactFields,
  describeField,
  type FieldColumn,
  getLimit,
  isWish,
  toColumn,
  type WishField,
} from "./contact.ts";
import { type Doubt, doubtCodes } from "./doubt.ts";
import { emailPattern } from "./email.ts";
import { fieldCode as code, type FieldCode, objectCode } from "./field-code.ts";
import { dayPattern, findDayProblem, toCompanyDay } from "./meeting.ts";
import { uploadTokens } from "./upload.schema.ts";

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
  trimmedLine(getLimit("email")),
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

/** The checks by which new and waiting messages differ. */
type Checks = { email: TextSchema; day: TextSchema };

/** Returns the schema of a field's value in a message. */
function createFieldSchema(field: ContactField, { email, day }: Checks): v.GenericSchema {
  const { kind, options = [], defaultOption, isRequired } = describeField(field);
  const limit = getLimit(field);
  switch (kind) {
    case "email":
      return email;
    case "line":
      return isRequired
        ? v.pipe(line(limit), v.check(isVisible, code("required")))
        : optionalText(line(limit));
    case "phone":
      return optionalText(v.pipe(oneLine, v.normalize("NFC"), v.transform(toPlainPhone), trimmedLine(limit)));
    case "text":
      return optionalText(text(limit));
    case "day":
      return optionalText(day);
    case "choice":
      return defaultOption === undefined
        ? optionalKey(options)
        : v.optional(v.picklist(options, code("invalid_option")), defaultOption);
  }
}

type MessageEntries = { [Field in ContactField]: v.GenericSchema<unknown, ContactMessage[Field]> };

/** Returns the schema of a contact message. */
const createMessageSchema = (checks: Checks) =>
  v.strictObject(
    Object.fromEntries(
      contactFields.map((field) => [field, createFieldSchema(field, checks)]),
    ) as MessageEntries,
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

/** A contact message. Unknown fields are rejected. */
export const contactInput = createMessageSchema({ email: emailInput, day: requestedDay });

/** Body of `POST /api/contact`: a message, and the tokens of its uploaded files. */
export const contactPost = v.strictObject({ ...contactInput.entries, files: uploadTokens }, objectCode);

/**
 * Schema of a message that was accepted earlier and has waited. Its day may have passed, and an earlier rule has
 * checked its address.
 */
export const waitingInput = createMessageSchema({ email: v.string(), day: storedDay });

/** Body of a call that a mailed link makes: the `token` of the link. */
export const linkInput = v.strictObject(
  { token: v.pipe(v.string(code("invalid_type")), v.minLength(1, code("required"))) },
  objectCode,
);

/** Returns the schema of a field's stored value. */
function createStoredSchema(field: ContactField): v.GenericSchema {
  const { kind, options = [], defaultOption, isRequired } = describeField(field);
  const value = kind === "choice" ? v.picklist(options) : kind === "day" ? storedDay : v.string();
  return isRequired || defaultOption !== undefined ? value : v.nullable(value);
}

type StoredEntries<Fields extends ContactField> = {
  [Field in Fields as FieldColumn<Field>]: v.GenericSchema<unknown, ContactMessage[Field]>;
};

const createStoredEntries = <Fields extends ContactField>(fields: Fields[]) =>
  Object.fromEntries(
    fields.map((field) => [toColumn(field), createStoredSchema(field)]),
  ) as StoredEntries<Fields>;

/** Schemas of the stored wishes, by their names in a submission. */
export const storedWishes = createStoredEntries(contactFields.filter(isWish));

/** Schemas of the other stored fields. */
export const storedMessage = createStoredEntries(
  contactFields.filter((field): field is Exclude<ContactField, WishField> => !isWish(field)),
);
