import type { Language } from "#cms/content/site.ts";
import type { ScreenedSubmission, Submission } from "#functions/contract/submission.ts";

/** The address that opens a new mail to `email`. */
export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}

// Mail programs and the systems that hand them an address cut what is longer, some at 2,000 characters.
const longestMailAddress = 1_900;

const words: Record<Language, { subject: string; hello: string; wrote: string }> = {
  es: { subject: "Tu mensaje a", hello: "Hola,", wrote: "escribiste" },
  en: { subject: "Your message to", hello: "Hello,", wrote: "you wrote" },
};

/**
 * The address that opens an answer to a message, in the language that its sender chose: with a subject that names
 * the `brand` that it was written to, and the message quoted, as much of it as an address may hold.
 */
export function replyAddress(submission: Submission, brand: string, sentOn: string): string {
  const { email, message, language } = submission;
  const { subject, hello, wrote } = words[language];
  const before = `${mailAddress(email)}?subject=${encodeURIComponent(`Re: ${subject} ${brand}`)}&body=`;
  const body = (quoted: string) => {
    const quote = quoted && `\r\n\r\n${sentOn}, ${wrote}:\r\n> ${quoted.replaceAll(/\r\n?|\n/g, "\r\n> ")}`;
    return encodeURIComponent(`${hello}\r\n\r\n\r\n${quote}\r\n`);
  };
  // By whole characters: half of one cannot be encoded.
  const letters = [...(message ?? "").toWellFormed().trim()];
  const cut = (length: number) =>
    before + body(letters.slice(0, length).join("").trimEnd() + (length < letters.length ? " […]" : ""));
  let [fits, tooLong] = [0, letters.length + 1];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (cut(middle).length <= longestMailAddress) fits = middle;
    else tooLong = middle;
  }
  return cut(fits);
}

// A short number of a national service, such as 911 or 1022, which no numbering plan of subscribers lists.
const plainDigits = /^\d(?:[ .-]?\d){2,7}$/;

/** The address that calls a sender (RFC 3966), null for a text that names no number. */
export function phoneAddress({ phone, phone_number: found }: ScreenedSubmission): string | null {
  if (found) return `tel:${found.number}${found.extension === null ? "" : `;ext=${found.extension}`}`;
  const text = phone?.trim() ?? "";
  return plainDigits.test(text) ? `tel:${text.replace(/\D/g, "")}` : null;
}

/** The address that opens a WhatsApp chat with a sender, null where the country of the number is not known. */
export function whatsAppAddress({ phone_number: found }: ScreenedSubmission): string | null {
  return found && `https://wa.me/${found.number.slice(1)}`;
}
