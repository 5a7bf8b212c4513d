import type { Language } from "#cms/content/site.ts";
import type { ContactMessage } from "#functions/contract/contact.ts";
import { toFieldText } from "#functions/contract/field-names.ts";
import { describeWishes } from "#functions/contract/submission.ts";
import { momentInWords } from "#functions/mail/expiry.ts";
import type { LetterFacts, LetterTexts } from "#functions/mail/letter.ts";

/** The wishes of a message. `plan` is the name of a plan on offer. */
type Wishes = Pick<ContactMessage, "plan" | "meeting_day" | "meeting_part"> & {
  service_type: ContactMessage["service"];
};

/** Returns service, meeting and plan in one sentence, as paragraphs; none for a message without them. */
function listWishes(wishes: Wishes, language: Language): string[] {
  const { service_type: service } = wishes;
  const names = [toFieldText("service", service, language), describeWishes(wishes, language)];
  const line = names.filter(Boolean).join(" · ");
  return line
    ? [{ es: `Nos escribiste sobre: ${line}.`, en: `You wrote to us about: ${line}.` }[language]]
    : [];
}

/**
 * Confirms to the sender that a message arrived at `at`, with its wishes, its reference and the own-message link. The
 * mail quotes no text of the message: the address may be mistyped, and any visitor can enter any address.
 */
export function contactAcknowledgement(
  { at, reference, link, wishes }: { at: Date; reference: string; link: string; wishes: Wishes },
  { brand, language }: LetterFacts,
): LetterTexts {
  const sentAt = momentInWords(at, language);
  const wishLines = listWishes(wishes, language);
  return {
    es: {
      subject: `Recibimos tu mensaje · ${brand}`,
      preheader: "Gracias por contactarnos. Te responderemos pronto.",
      title: "Recibimos tu mensaje",
      paragraphs: [
        "Gracias por contactarnos. Te responderemos pronto, a esta misma dirección.",
        ...wishLines,
        `Nos lo enviaste el ${sentAt}. Si quieres agregar algo, responde a este correo.`,
        `Tu referencia es ${reference}: con ella encontramos tu mensaje si nos hablas por otro medio.`,
      ],
      action: { label: "Ver el plazo o borrar mi mensaje", address: link },
      notes: [
        "El enlace es solo tuyo: dice hasta cuándo guardamos tu mensaje, y con él lo puedes borrar. No muestra lo que escribiste.",
        "Si no fuiste tú quien nos escribió, no tienes que hacer nada; si quieres, bórralo con ese enlace.",
      ],
    },
    en: {
      subject: `We got your message · ${brand}`,
      preheader: "Thank you for getting in touch. We’ll reply soon.",
      title: "We got your message",
      paragraphs: [
        "Thank you for getting in touch. We’ll reply soon, at this address.",
        ...wishLines,
        `You sent it on ${sentAt}. To add something, just reply to this email.`,
        `Your reference is ${reference}: it helps us find your message if you reach us another way.`,
      ],
      action: { label: "How long we keep it, or delete it", address: link },
      notes: [
        "Only you have this link. It tells you how long we keep your message, and lets you delete it. It doesn’t show what you wrote.",
        "If it wasn’t you who wrote to us, there’s nothing to do; if you like, delete it with that link.",
      ],
    },
  };
}

/** Confirms to the sender that the own-message link erased the message that arrived at `arrivedAt`. */
export function messageErased(arrivedAt: Date, { brand, language, toAddress }: LetterFacts): LetterTexts {
  const sentAt = momentInWords(arrivedAt, language);
  return {
    es: {
      subject: `Borramos tu mensaje · ${brand}`,
      preheader: "Ya no está en nuestro buzón, y no se puede recuperar.",
      title: "Borramos tu mensaje",
      paragraphs: [
        `El mensaje que nos enviaste el ${sentAt} se borró con tu enlace. Ya no está en nuestro buzón, y nadie puede recuperarlo.`,
        "Si a nuestro equipo le llegó un aviso por correo, le pedimos que lo borre también.",
      ],
      action: { label: "Qué guardamos y por cuánto tiempo", address: toAddress("privacy") },
      notes: [
        "Si no fuiste tú, alguien más leyó nuestro correo anterior y usó el enlace. Puedes escribirnos de nuevo.",
      ],
    },
    en: {
      subject: `We deleted your message · ${brand}`,
      preheader: "It’s no longer in our inbox and can’t be brought back.",
      title: "We deleted your message",
      paragraphs: [
        `The message you sent us on ${sentAt} was deleted with your link. It’s no longer in our inbox, and no one can bring it back.`,
        "If our team got a notice of it by email, we’ve asked them to delete that email, too.",
      ],
      action: { label: "What we keep and for how long", address: toAddress("privacy") },
      notes: [
        "If this wasn’t you, someone else read our earlier email and used the link. You can write to us again.",
      ],
    },
  };
}
