import type { Language } from "#cms/content/site.ts";
import type { Submission } from "#functions/contract/submission.ts";

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

/** The address that calls `phone` (RFC 3966), null for words that hold no number. */
export function phoneAddress(phone: string): string | null {
  const plus = phone.trim().startsWith("+") ? "+" : "";
  const digits = phone.replace(/\D/g, "");
  return digits.length >= 3 ? `tel:${plus}${digits}` : null;
}

// A number of Costa Rica has eight digits, and is written without its country at home.
const localLength = 8;
const country = "506";

/** The address that opens a chat with `phone` in WhatsApp, null where it cannot be a whole number (E.164). */
export function whatsAppAddress(phone: string): string | null {
  const digits = phone.replace(/\D/g, "").replace(/^00/, "");
  if (digits.length === localLength && !phone.trim().startsWith("+")) {
    return `https://wa.me/${country}${digits}`;
  }
  return digits.length > localLength && digits.length <= 15 ? `https://wa.me/${digits}` : null;
}
