import { type Submission, submissionFields } from "../contract/submission.ts";

// What a spreadsheet would take for a formula becomes text.
const harmless = (value: string) => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);

function cell(value: string | boolean | null): string {
  const text = harmless(value === null ? "" : String(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The head of an export, behind the mark by which spreadsheets know UTF-8. */
export const csvHead = `\uFEFF${submissionFields.join(",")}\r\n`;

/** Submissions as lines of CSV (RFC 4180) that no spreadsheet takes for formulas. */
export const csvLines = (items: Submission[]) =>
  items.map((item) => `${submissionFields.map((field) => cell(item[field])).join(",")}\r\n`).join("");
