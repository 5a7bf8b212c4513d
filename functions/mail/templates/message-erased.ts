import { type Language, path } from "#cms/content/site.ts";
import { momentInWords } from "#functions/mail/expiry.ts";
import { type Letter, writeLetter } from "#functions/mail/letter.ts";
import type { Mail, MailSender } from "#functions/mail/mail.ts";

/** Confirms to the sender that the own-message link erased the message that arrived at `arrivedAt`. */
export function messageErased(
  { language, arrivedAt }: { language: Language; arrivedAt: Date },
  sender: MailSender,
): Mail {
  const { brand, siteOrigin } = sender;
  const privacy = `${siteOrigin}${path("privacy", language)}`;
  const sentAt = momentInWords(arrivedAt, language);
  const texts: Record<Language, Omit<Letter, "language">> = {
    es: {
      subject: `Borramos tu mensaje · ${brand}`,
      preheader: "Ya no está en nuestro buzón, y no se puede recuperar.",
      title: "Borramos tu mensaje",
      paragraphs: [
        `El mensaje que nos enviaste el ${sentAt} se borró con tu enlace. Ya no está en nuestro buzón, y nadie puede recuperarlo.`,
        "Si a nuestro equipo le llegó un aviso por correo, le pedimos que lo borre también.",
      ],
      action: { label: "Qué guardamos y por cuánto tiempo", address: privacy },
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
      action: { label: "What we keep and for how long", address: privacy },
      notes: [
        "If this wasn’t you, someone else read our earlier email and used the link. You can write to us again.",
      ],
    },
  };
  return writeLetter({ language, ...texts[language] }, sender);
}
