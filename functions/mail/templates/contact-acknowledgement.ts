import { type Language, path } from "#cms/content/site.ts";
import { momentInWords } from "#functions/mail/expiry.ts";
import { type Letter, writeLetter } from "#functions/mail/letter.ts";
import type { Mail, MailSender } from "#functions/mail/mail.ts";

type AcknowledgementContent = {
  language: Language;
  at: Date;
  replyTo: string;
  /** The reference of the message; null if it is unknown. */
  reference: string | null;
  /** The own-message link; null if there is none. */
  link: string | null;
};

/**
 * Confirms to the sender that a message arrived at `at`, with the link that erases it. The mail quotes nothing of the
 * message: the address may be mistyped, and any visitor can enter any address.
 */
export function contactAcknowledgement(
  { language, at, replyTo, reference, link }: AcknowledgementContent,
  sender: MailSender,
): Mail {
  const { brand, siteOrigin } = sender;
  const contact = `${siteOrigin}${path("contact", language)}`;
  const sentAt = momentInWords(at, language);
  const texts: Record<Language, Omit<Letter, "language">> = {
    es: {
      subject: `Recibimos tu mensaje · ${brand}`,
      preheader: "Gracias por contactarnos. Te responderemos pronto.",
      title: "Recibimos tu mensaje",
      paragraphs: [
        "Gracias por contactarnos. Te responderemos pronto, a esta misma dirección.",
        `Nos lo enviaste el ${sentAt}. Si quieres agregar algo, responde a este correo.`,
        ...(reference
          ? [`Tu referencia es ${reference}: con ella encontramos tu mensaje si nos hablas por otro medio.`]
          : []),
      ],
      action: link
        ? { label: "Ver o borrar mi mensaje", address: link }
        : { label: "Otras formas de hablarnos", address: contact },
      notes: [
        ...(link ? ["El enlace es solo tuyo y dice hasta cuándo guardamos tu mensaje."] : []),
        link
          ? "Si no fuiste tú quien nos escribió, no tienes que hacer nada; si quieres, bórralo con ese enlace."
          : "Si no fuiste tú quien nos escribió, no tienes que hacer nada.",
      ],
    },
    en: {
      subject: `We got your message · ${brand}`,
      preheader: "Thank you for getting in touch. We’ll reply soon.",
      title: "We got your message",
      paragraphs: [
        "Thank you for getting in touch. We’ll reply soon, at this address.",
        `You sent it on ${sentAt}. To add something, just reply to this email.`,
        ...(reference
          ? [`Your reference is ${reference}: it helps us find your message if you reach us another way.`]
          : []),
      ],
      action: link
        ? { label: "View or delete my message", address: link }
        : { label: "Other ways to reach us", address: contact },
      notes: [
        ...(link ? ["Only you have this link. It tells you how long we keep your message."] : []),
        link
          ? "If it wasn’t you who wrote to us, there’s nothing to do; if you like, delete it with that link."
          : "If it wasn’t you who wrote to us, there’s nothing to do.",
      ],
    },
  };
  return { ...writeLetter({ language, ...texts[language] }, sender), replyTo, isReply: true };
}
