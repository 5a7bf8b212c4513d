import type { Language } from "#cms/content/site.ts";
import type { FullSubmission, Submission } from "#functions/contract/answers.schema.ts";
import { toReference } from "#functions/contract/reference.ts";

export function toMailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}

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
  [...name.toWellFormed().replaceAll(/\s+/g, " ").trim()].slice(0, 60).join("");

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
  // Cuts between code points, because a lone surrogate cannot be encoded.
  const letters = [...(message ?? "").toWellFormed().trim()];
  const toAddress = (length: number) =>
    addressStart +
    toBody(letters.slice(0, length).join("").trimEnd() + (length < letters.length ? " […]" : ""));
  // Bisection finds the longest quote whose address fits.
  let [fits, tooLong] = [0, letters.length + 1];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (toAddress(middle).length <= longestMailAddress) fits = middle;
    else tooLong = middle;
  }
  return toAddress(fits);
}

// Short numbers of national services, such as 911 or 1022, are in no numbering plan.
const plainDigits = /^\d(?:[ .-]?\d){2,7}$/;

/** Returns the `tel:` address of a sender (RFC 3966), or null if the sender entered no recognizable number. */
export function toPhoneAddress({ phone, phone_number: phoneNumber }: FullSubmission): string | null {
  if (phoneNumber)
    return `tel:${phoneNumber.number}${phoneNumber.extension === null ? "" : `;ext=${phoneNumber.extension}`}`;
  const text = phone?.trim() ?? "";
  return plainDigits.test(text) ? `tel:${text.replace(/\D/g, "")}` : null;
}

// WhatsApp needs a mobile number. Costa Rican ones begin with 50, 57, 6, 7 or 8; those of other countries are unknown.
const costaRican = /^\+506/;
const costaRicanMobile = /^\+506(?:5[07]\d|[678]\d\d)\d{5}$/;

/** Returns the address of a WhatsApp chat; null without an international number, and for Costa Rican landlines. */
export function toWhatsAppAddress(submission: FullSubmission, brand: string): string | null {
  const { id, phone_number: phoneNumber, language } = submission;
  if (!phoneNumber || (costaRican.test(phoneNumber.number) && !costaRicanMobile.test(phoneNumber.number)))
    return null;
  const text = answerTexts[language].chat(toName(submission), brand, toReference(id));
  return `https://wa.me/${phoneNumber.number.slice(1)}?text=${encodeURIComponent(text)}`;
}
