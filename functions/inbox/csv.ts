import { type Language, timeZone } from "#cms/content/site.ts";
import {
  type ContactField,
  contactFields,
  submissionNames,
  wishFields,
} from "#functions/contract/contact.ts";
import { fieldNames, optionNames } from "#functions/contract/field-names.ts";
import { toReference } from "#functions/contract/reference.ts";
import { csvLineBreak as lineBreak, type Submission, type Wishes } from "#functions/contract/submission.ts";

/** What an export for a person says beside the fields of a message: its other headings, and answers to what is so or not. */
type CsvWords = {
  headings: Record<"created_at" | "read" | "spam", string>;
  yes: string;
  no: string;
  /** What the file is called, without its day. */
  fileName: string;
};

const csvWords: Record<Language, CsvWords> = {
  es: {
    headings: { created_at: "Fecha y hora", read: "Leído", spam: "Spam" },
    yes: "Sí",
    no: "No",
    fileName: "mensajes",
  },
  en: {
    headings: { created_at: "Date and time", read: "Read", spam: "Spam" },
    yes: "Yes",
    no: "No",
    fileName: "messages",
  },
};

type Exported = Submission & Partial<Wishes>;

/** How an export is written: for programs in the contract's own words, or for a person in theirs. */
export type CsvForm = {
  /** The first record, behind the mark by which spreadsheets know UTF-8. */
  head: string;
  /** Submissions as further records. */
  records: (items: Exported[]) => string;
  /** What the file is called, without its day. */
  fileName: string;
};

type Separator = "," | ";";
type Value = string | boolean | null | undefined;

/** Returns a record of CSV (RFC 4180, or the same with semicolons). */
function toRecord(values: Value[], separator: Separator): string {
  const toCell = (value: Value) => {
    const text = String(value ?? "");
    const isQuoted = /["\r\n]/.test(text) || text.includes(separator);
    return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return values.map(toCell).join(separator);
}

/** Writes each submission as a record after what is there already. */
const recordsOf = (separator: Separator, values: (item: Exported) => Value[]) => (items: Exported[]) =>
  items.map((item) => lineBreak + toRecord(values(item), separator)).join("");

// Spreadsheets may begin a cell or row here, also inside quotes: those in English know no semicolons and the quotes around them.
const formula = /(?=[=+\-@＝＋－＠])(?<=(?:^|[,;\t\r\n])[\s"]*)/g;

/** Puts an apostrophe before what a spreadsheet would take for a formula (OWASP, CSV injection). */
const guardFormulas = (value: Value): Value =>
  typeof value === "string" ? value.replace(/^[\t\r\n]/, "'$&").replaceAll(formula, "'") : value;

const utf8Mark = "\uFEFF";

// Later ones at the end, where no one's program counts on others.
const columns: (keyof Exported)[] = [
  "id",
  "created_at",
  ...contactFields
    .filter((field) => !wishFields.some((wish) => wish === field))
    .map((field) => submissionNames[field]),
  "read",
  "spam",
  ...wishFields.map((field) => submissionNames[field]),
];

/** An export for programs: the contract's field names, options by their keys, times in UTC, and every value exactly as stored. */
const plainForm: CsvForm = {
  head: utf8Mark + columns.join(","),
  records: recordsOf(",", (item) => columns.map((field) => item[field])),
  fileName: "mensajes",
};

// The company's clock, as every spreadsheet reads a time whatever its language: 2026-05-03 21:02:01.
const clock = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone });

/** Returns the fields of a message by their names in the contract. */
const toFields = (item: Exported) =>
  Object.fromEntries(contactFields.map((field) => [field, item[submissionNames[field]]])) as Record<
    ContactField,
    Value
  >;

/**
 * An export for a person: headings and options in words, the time of the company's clock, and semicolons between cells, as the
 * spreadsheets of a country whose decimals have a comma expect. There is no line that names the separator (`sep=;`): Excel forgets
 * for it that the file is UTF-8, and every other program shows it as a message.
 */
function readableForm(language: Language): CsvForm {
  const { headings: others, yes, no, fileName } = csvWords[language];
  const names = optionNames[language];
  const headings = { ...fieldNames[language], ...others };
  type Column = keyof typeof headings;
  const order: Column[] = ["created_at", ...contactFields, "read", "spam", "reference"];
  const shown = (item: Exported): Record<Column, Value> => ({
    ...toFields(item),
    created_at: clock.format(new Date(item.created_at)),
    service: item.service_type && names.service[item.service_type],
    meeting_part: item.meeting_part && names.meeting_part[item.meeting_part],
    source: item.source && names.source[item.source],
    language: names.language[item.language],
    read: item.read ? yes : no,
    spam: item.spam ? yes : no,
    reference: toReference(item.id),
  });
  const inOrder = (of: Record<Column, Value>) => order.map((column) => of[column]);
  return {
    head: utf8Mark + toRecord(inOrder(headings), ";"),
    records: recordsOf(";", (item) => inOrder(shown(item)).map(guardFormulas)),
    fileName,
  };
}

/** The form for who reads a language; for programs where none is said. */
export const csvForm = (language: Language | undefined): CsvForm =>
  language ? readableForm(language) : plainForm;
