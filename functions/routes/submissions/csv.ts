import { contactFields, submissionNames, wishFields } from "#functions/contract/contact.ts";
import { csvLineBreak as lineBreak, type Submission, type Wishes } from "#functions/contract/submission.ts";

type Exported = Submission & Partial<Wishes>;

// The columns of an export, in their order: later ones at the end, where no one's spreadsheet counts on others.
const columns: (keyof Exported)[] = [
  "id",
  "created_at",
  ...contactFields
    .filter((field) => !wishFields.some((wish) => wish === field))
    .map((field) => submissionNames[field]),
  "read",
  "spam",
  ...wishFields,
];

// What a spreadsheet would take for a formula becomes text, by an apostrophe before its sign (OWASP, CSV injection). That
// is so at the beginning of a value, and in it wherever a spreadsheet may begin another cell or row: those in Spanish part
// cells by semicolons, and know nothing then of the quotes around a value. A sign anywhere else stays as it was written.
const harmless = (value: string) =>
  value.replace(/^[\t\r\n]/, "'$&").replaceAll(/(?=[=+\-@＝＋－＠])(?<=(?:^|[;\t\r\n])[\s"]*)/g, "'");

function cell(value: string | boolean | null | undefined): string {
  const text = harmless(String(value ?? ""));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The head of an export, behind the mark by which spreadsheets know UTF-8. */
export const csvHead = `\uFEFF${columns.join(",")}`;

/** Submissions as further records of CSV (RFC 4180), none of which a spreadsheet takes for a formula. */
export const csvRecords = (items: Exported[]) =>
  items.map((item) => lineBreak + columns.map((field) => cell(item[field])).join(",")).join("");
