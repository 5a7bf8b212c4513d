import type { PhoneNumber } from "#functions/contract/answers.schema.ts";

// A number that follows one of these is another number, not an extension of the first.
const separator = /[,;|]\s*(?=[\d+(])/g;
// Extension formats that the phone library does not parse: "; ext 104", "(ext. 104)", "interno 104", "(2222-2222) ext
// 104".
const extension =
  /(?<=\d)[\s,;)]*\(?\s*(?:ext(?:ensi[oó]n)?|int(?:erno)?|anexo)\b[.:=\s]*(\d{1,7})(?!\d)\s*\)?/giu;

/**
 * Returns the first telephone number of a text that is valid in its country's numbering plan; null without one. A
 * number without a country code belongs to Costa Rica. Extensions are rewritten to the form that the library parses.
 */
export async function findPhoneNumber(text: string | null): Promise<PhoneNumber | null> {
  if (!text) return null;
  // Only the inbox needs the numbering plans, so no other request pays for evaluating them.
  const { findPhoneNumbersInText } = await import("libphonenumber-js/min");
  for (const { number } of findPhoneNumbersInText(
    text.replace(extension, " ext. $1").replace(separator, " / "),
    "CR",
  )) {
    if (number.country && number.isValid()) return { number: number.number, extension: number.ext ?? null };
  }
  return null;
}
