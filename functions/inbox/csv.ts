import { type Language, timeZone } from "#cms/content/site.ts";
import type { FullSubmission, Submission } from "#functions/contract/answers.schema.ts";
import {
  type ContactField,
  contactFields,
  type FieldColumn,
  isWish,
  toColumn,
  type WishField,
} from "#functions/contract/contact.ts";
import { getFieldName, toFieldText } from "#functions/contract/field-names.ts";
import { toReference } from "#functions/contract/reference.ts";
import { csvLineBreak as lineBreak } from "#functions/contract/submission.ts";

/** Texts of an export for readers, beside the names of fields: other headings, the values of marks, the file name. */
const csvTexts = {
  es: {
    headings: {
      created_at: "Fecha y hora",
      read: "Leído",
      spam: "Spam",
      first_answer_at: "Primera respuesta",
      answered_by: "Respondido por",
      state: "Estado",
      assignee: "Asignado a",
    },
    states: { unanswered: "Sin responder", waiting: "Espera al cliente", closed: "Cerrado" },
    yes: "Sí",
    no: "No",
    fileName: "mensajes",
  },
  en: {
    headings: {
      created_at: "Date and time",
      read: "Read",
      spam: "Spam",
      first_answer_at: "First answer",
      answered_by: "Answered by",
      state: "State",
      assignee: "Assigned to",
    },
    states: { unanswered: "Unanswered", waiting: "Waiting for the customer", closed: "Closed" },
    yes: "Yes",
    no: "No",
    fileName: "messages",
  },
} satisfies Record<Language, unknown>;

/** A message of an export. The assignee and the author of the first answer have their names. */
type Exported = Submission &
  Partial<Pick<FullSubmission, FieldColumn<WishField> | "first_answer_at" | "state">> & {
    answered_by?: string | null;
    assignee_name?: string | null;
  };

/** The format of an export: for programs with the names of the contract, or for readers of a language. */
export type CsvFormat = {
  /** The first record, after the byte order mark by which spreadsheets recognize UTF-8. */
  head: string;
  /** Converts submissions to further records. */
  records: (items: Exported[]) => string;
  /** File name without the day. */
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

/** Returns a function that converts submissions to records, each after a line break. */
const createRecordWriter =
  (separator: Separator, values: (item: Exported) => Value[]) => (items: Exported[]) =>
    items.map((item) => lineBreak + toRecord(values(item), separator)).join("");

// Positions at which a spreadsheet may begin a cell or row, also inside quotes. English spreadsheets know neither
// semicolons as separators nor the quotes around such cells.
const formula = /(?=[=+\-@﹢﹣﹦﹫＝＋－＠])(?<=(?:^|[,;\t\r\n])[\s"]*)/g;

/** Puts an apostrophe before text that a spreadsheet would evaluate as a formula (OWASP, CSV injection). */
const guardFormulas = (value: Value): Value =>
  typeof value === "string" ? value.replace(/^[\t\r\n]/, "'$&").replaceAll(formula, "'") : value;

const utf8Mark = "\uFEFF";

// New columns go to the end, so programs that count columns still work.
const columns = [
  "id",
  "created_at",
  ...contactFields.filter((field) => !isWish(field)).map((field) => toColumn(field)),
  "read",
  "spam",
  ...contactFields.filter(isWish).map((field) => toColumn(field)),
  ...(["first_answer_at", "answered_by", "state", "assignee_name"] as const),
] as const satisfies (keyof Exported)[];
/** The name of a column for programs. */
const toName = (column: (typeof columns)[number]) => (column === "assignee_name" ? "assignee" : column);

/**
 * An export for programs: field names of the contract, option keys, times in UTC, and every value exactly as stored.
 */
const plainFormat: CsvFormat = {
  head: utf8Mark + columns.map(toName).join(","),
  records: createRecordWriter(",", (item) => columns.map((field) => item[field])),
  fileName: "mensajes",
};

// The company's time in a format that spreadsheets of every language recognize: 2026-05-03 21:02:01.
const clock = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone });
const formatTime = (time: string) => clock.format(new Date(time));

/**
 * Returns the format of an export that administrators read: translated headings and options, the company's local time,
 * and semicolons, which spreadsheets expect in countries with a decimal comma. A line with the separator (`sep=;`) is
 * left out: after it Excel ignores that the file is UTF-8, and other programs show it as a message.
 */
function createReadableFormat(language: Language): CsvFormat {
  const { headings, states, yes, no, fileName } = csvTexts[language];
  const toCell = (item: Exported) => (field: ContactField) =>
    toFieldText(field, item[toColumn(field)] ?? null, language);
  const names = [
    headings.created_at,
    ...contactFields.map((field) => getFieldName(field, language)),
    headings.read,
    headings.spam,
    getFieldName("reference", language),
    headings.first_answer_at,
    headings.answered_by,
    headings.state,
    headings.assignee,
  ];
  const toReadable = (item: Exported): Value[] => [
    formatTime(item.created_at),
    ...contactFields.map(toCell(item)),
    item.read ? yes : no,
    item.spam ? yes : no,
    toReference(item.id),
    item.first_answer_at && formatTime(item.first_answer_at),
    item.answered_by,
    item.state && states[item.state],
    item.assignee_name,
  ];
  return {
    head: utf8Mark + toRecord(names, ";"),
    records: createRecordWriter(";", (item) => toReadable(item).map(guardFormulas)),
    fileName,
  };
}

/** Returns the format for readers of a language, or for programs without a language. */
export const getCsvFormat = (language: Language | undefined): CsvFormat =>
  language ? createReadableFormat(language) : plainFormat;
