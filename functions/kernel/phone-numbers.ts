import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { PhoneNumber } from "#functions/contract/answers.schema.ts";

/** A group of digits in a text, with the plus of an international number. `end` is exclusive. */
type DigitGroup = { start: number; end: number; hasPlus: boolean };

const digitGroup = /(?:\+[\s(]?)?\d+/g;
// Signs that a writer puts inside of a number. Other signs, such as a comma or a slash, separate two numbers.
const innerSeparator = /^[^\S\n]?[-–—._()]?[()]?[^\S\n]?$/;
// A code or an amount, such as `OT88888888` or `₡25000000`.
const codeBefore = /[\p{L}\p{Sc}%=@#]$/u;
const codeAfter = /^(?:[\p{Sc}%@]|(?!x|ext|int|anexo)\p{L})/iu;
const amount = /^\d{1,3}([. ])\d{3}(?:\1\d{3})+$/;

// "; ext 104", "(ext. 104)", "interno 104", "(2222-2222) ext 104", "x104".
const extension =
  /[\s,;)]*\(?\s*(?:ext(?:ensi[oó]n)?|int(?:erno)?|anexo|x)(?![\p{L}])[.:=\s]*(\d{1,7})(?![\d-])\s*\)?/iuy;

const [day, month, year] = ["(?:0?[1-9]|[12]\\d|3[01])", "(?:0?[1-9]|1[0-2])", "(?:19|20)\\d\\d"];
// 27-11-2026, 11.27.2026, 2026 11 27, 2019-2026.
const date = new RegExp(
  `(?<!\\d)(?:${day}([-. ])${month}\\1${year}|${month}([-. ])${day}\\2${year}|${year}([-. ])${month}\\3${day}|${year}\\s?[-–]\\s?${year})(?!\\d)`,
  "g",
);

// Bound the time that a text of digits takes.
const maxNumbers = 20;
const maxAttempts = 100;
const maxDigits = 17;

/**
 * Returns the telephone numbers of a text that are valid in their country's numbering plan, in the order of the text. A
 * number without a country code belongs to Costa Rica. A date is no number. Import this
 * module lazily, because it evaluates the numbering plans.
 */
export function findPhoneNumbers(text: string | null): PhoneNumber[] {
  if (!text || !/\d(?:.{0,2}\d){6}/s.test(text)) return [];
  let attempts = 0;
  const parse = (international: string) => {
    attempts += 1;
    const parsed = parsePhoneNumberFromString(international);
    return parsed?.country && parsed.isValid() ? parsed.number : null;
  };
  const numbers: PhoneNumber[] = [];
  for (const run of listRuns(text)) {
    for (let index = 0; index < run.length && numbers.length < maxNumbers && attempts < maxAttempts; ) {
      const match = findAt(text, run, index, numbers.at(-1)?.end ?? 0, parse);
      if (match) numbers.push(match.number);
      // The rest of an invalid international number belongs to no country.
      else if (run[index]?.hasPlus) break;
      index += match?.groups ?? 1;
    }
  }
  return numbers;
}

/** Lists the digit groups of a text that can belong to one number or to adjacent numbers. */
function listRuns(text: string): DigitGroup[][] {
  const dates = Array.from(text.matchAll(date), (match) => match.index);
  const withoutDates = dates.length > 0 ? text.replace(date, (match) => "\n".repeat(match.length)) : text;
  const runs: DigitGroup[][] = [];
  let lastEnd = Number.NEGATIVE_INFINITY;
  for (const { index: start, 0: digits } of withoutDates.matchAll(digitGroup)) {
    const group = { start, end: start + digits.length, hasPlus: digits.startsWith("+") };
    const isContinued =
      !group.hasPlus && start - lastEnd <= 4 && innerSeparator.test(text.slice(lastEnd, start));
    if (isContinued) runs.at(-1)?.push(group);
    else runs.push([group]);
    lastEnd = group.end;
  }
  return runs;
}

/** Returns the longest valid number that begins with the group `index`, and the count of its groups. */
function findAt(
  text: string,
  run: readonly DigitGroup[],
  index: number,
  lastEnd: number,
  parse: (international: string) => string | null,
): { number: PhoneNumber; groups: number } | null {
  const first = run[index];
  if (
    !first ||
    first.start < lastEnd ||
    codeBefore.test(text.slice(Math.max(0, first.start - 2), first.start))
  )
    return null;
  for (let groups = Math.min(run.length - index, 8); groups > 0; groups -= 1) {
    const end = run[index + groups - 1]?.end ?? 0;
    const writtenNumber = text.slice(first.start, end);
    const international = toInternational(writtenNumber);
    if (!international || codeAfter.test(text.slice(end, end + 8))) continue;
    const number = parse(international);
    if (!number) continue;
    extension.lastIndex = end;
    const [suffix = "", digits = null] = extension.exec(text) ?? [];
    return {
      number: { number, extension: digits, ...widen(text, first.start, end + suffix.length) },
      groups,
    };
  }
  return null;
}

/** Returns a written number with its country code, or null if its length fits neither Costa Rica nor any country. */
function toInternational(writtenNumber: string): string | null {
  const digits = writtenNumber.replace(/\D/g, "");
  if (digits.length < 7 || digits.length > maxDigits || amount.test(writtenNumber)) return null;
  if (writtenNumber.startsWith("+")) return `+${digits}`;
  if (digits.startsWith("00")) return `+${digits.slice(2)}`;
  if (/^506\d{8}$/.test(digits)) return `+${digits}`;
  // Ten digits are a toll-free number or a premium one.
  return /^(?:\d{8}|800\d{7}|90[059]\d{7})$/.test(digits) ? `+506${digits}` : null;
}

/** Returns the range of a number in its text, with the bracket that opens before it and without one that it leaves. */
function widen(text: string, start: number, end: number): { start: number; end: number } {
  const writtenNumber = text.slice(start, end).trimEnd();
  const isOpened = text[start - 1] === "(" && writtenNumber.includes(")");
  const isClosed = isOpened || writtenNumber.includes("(") || !writtenNumber.endsWith(")");
  return { start: start - (isOpened ? 1 : 0), end: start + writtenNumber.length - (isClosed ? 0 : 1) };
}
