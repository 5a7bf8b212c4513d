import type { Language } from "#cms/content/site.ts";
import type { FullSubmission, PhoneNumber, Submission } from "#functions/contract/answers.schema.ts";
import { cutCharacters } from "#functions/contract/characters.ts";
import { toMailAddress } from "#functions/contract/email.ts";
import { canHaveWhatsApp, toTelAddress, toWhatsAppAddress } from "#functions/contract/phone.ts";
import { toReference } from "#functions/contract/reference.ts";

// Mail programs and operating systems cut longer addresses, some at 2,000 characters.
const longestMailAddress = 1_900;

/** The texts at the beginning of an answer. */
const answerTexts: Record<
  Language,
  {
    subject: (brand: string, reference: string) => string;
    hello: (name: string) => string;
    chat: (name: string, brand: string, reference: string) => string;
    wrote: string;
  }
> = {
  es: {
    subject: (brand, reference) => `Tu mensaje a ${brand} (${reference})`,
    hello: (name) => `Hola, ${name}:`,
    chat: (name, brand, reference) =>
      `Hola, ${name}: te escribimos de ${brand} por tu mensaje, referencia ${reference}. `,
    wrote: "escribiste",
  },
  en: {
    subject: (brand, reference) => `Your message to ${brand} (${reference})`,
    hello: (name) => `Hello ${name},`,
    chat: (name, brand, reference) =>
      `Hello ${name}, this is ${brand} about your message, reference ${reference}. `,
    wrote: "you wrote",
  },
};

// A lone surrogate cannot be encoded, and a very long name leaves no room for the quote.
const toName = ({ name }: Submission) =>
  cutCharacters(name.toWellFormed().replaceAll(/\s+/g, " ").trim(), 60);

/** Returns the `mailto:` address of an answer in the sender's language. It quotes as much of the message as fits. */
export function toReplyAddress(submission: Submission, brand: string, sentOn: string): string {
  const { id, email, message, language } = submission;
  const { subject, hello, wrote } = answerTexts[language];
  const encodedSubject = encodeURIComponent(`Re: ${subject(brand, toReference(id))}`);
  const addressStart = `${toMailAddress(email)}?subject=${encodedSubject}&body=`;
  const toBody = (excerpt: string) => {
    const quote = excerpt && `\r\n\r\n${sentOn}, ${wrote}:\r\n> ${excerpt.replaceAll(/\r\n?|\n/g, "\r\n> ")}`;
    return encodeURIComponent(`${hello(toName(submission))}\r\n\r\n\r\n${quote}\r\n`);
  };
  // A lone surrogate cannot be encoded.
  const messageText = (message ?? "").toWellFormed().trim();
  const toAddress = (length: number) => {
    const excerpt = cutCharacters(messageText, length);
    return addressStart + toBody(excerpt.trimEnd() + (excerpt === messageText ? "" : " […]"));
  };
  // Bisection finds the longest quote whose address fits.
  let [fits, tooLong] = [0, messageText.length + 1];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (toAddress(middle).length <= longestMailAddress) fits = middle;
    else tooLong = middle;
  }
  return toAddress(fits);
}

// Short numbers of national services, such as 911 or 1022, are in no numbering plan.
const plainDigits = /^\d(?:[ .-]?\d){2,7}$/;

/** Returns the `tel:` address of a sender, or null if the sender entered no recognizable number. */
export function toPhoneAddress({ phone, phone_numbers: { phone: numbers } }: FullSubmission): string | null {
  const [number] = numbers;
  if (number) return toTelAddress(number);
  const text = phone?.trim() ?? "";
  return plainDigits.test(text) ? `tel:${text.replace(/\D/g, "")}` : null;
}

/** Returns the address of a WhatsApp chat about a message; null for a number without WhatsApp. */
export function toChatAddress(submission: Submission, { number }: PhoneNumber, brand: string): string | null {
  if (!canHaveWhatsApp(number)) return null;
  const { chat } = answerTexts[submission.language];
  return toWhatsAppAddress(number, chat(toName(submission), brand, toReference(submission.id)));
}
