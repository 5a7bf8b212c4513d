import { csvLineBreak as lineBreak, type Submission, submissionFields } from "../contract/submission.ts";

// What a spreadsheet would take for a formula becomes text: also within a cell, where a spreadsheet that parts cells by
// semicolons or tabs, as those in Spanish do, would begin another cell or row.
const harmless = (value: string) =>
  (/^[=+\-@＝＋－＠\t\r]/.test(value) ? "'" : "") +
  value.slice(0, 1) +
  value.slice(1).replaceAll(/([;\t\r\n][ "]*)(?=[=+\-@＝＋－＠])/g, "$1'");

function cell(value: string | boolean | null): string {
  const text = harmless(value === null ? "" : String(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The head of an export, behind the mark by which spreadsheets know UTF-8. */
export const csvHead = `\uFEFF${submissionFields.join(",")}`;

/** Submissions as further records of CSV (RFC 4180), none of which a spreadsheet takes for a formula. */
export const csvRecords = (items: Submission[]) =>
  items.map((item) => lineBreak + submissionFields.map((field) => cell(item[field])).join(",")).join("");
