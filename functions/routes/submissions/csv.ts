import { contactFields, submissionNames } from "#functions/contract/contact.ts";
import { csvLineBreak as lineBreak, type Submission } from "#functions/contract/submission.ts";

// The columns of an export, in their order.
const columns: (keyof Submission)[] = [
  "id",
  "created_at",
  ...contactFields.map((field) => submissionNames[field]),
  "read",
  "spam",
];

// What a spreadsheet would take for a formula becomes text, by an apostrophe before its sign (OWASP, CSV injection). That
// is so at the beginning of a value, and in it wherever a spreadsheet may begin another cell or row: those in Spanish part
// cells by semicolons, and know nothing then of the quotes around a value. A sign anywhere else stays as it was written.
const harmless = (value: string) =>
  value.replace(/^[\t\r\n]/, "'$&").replaceAll(/(?=[=+\-@＝＋－＠])(?<=(?:^|[;\t\r\n])[\s"]*)/g, "'");

function cell(value: string | boolean | null): string {
  const text = harmless(value === null ? "" : String(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The head of an export, behind the mark by which spreadsheets know UTF-8. */
export const csvHead = `\uFEFF${columns.join(",")}`;

/** Submissions as further records of CSV (RFC 4180), none of which a spreadsheet takes for a formula. */
export const csvRecords = (items: Submission[]) =>
  items.map((item) => lineBreak + columns.map((field) => cell(item[field])).join(",")).join("");
