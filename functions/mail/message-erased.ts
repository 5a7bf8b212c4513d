import { type Language, path } from "#cms/content/site.ts";
import { momentInWords } from "./expiry.ts";
import { type Letter, writeLetter } from "./letter.ts";
import type { Mail, Sender } from "./mail.ts";

/** Confirms to who sent a contact message, `arrivedAt` that moment, that it was erased by their link. */
export function messageErased(
  { language, arrivedAt }: { language: Language; arrivedAt: Date },
  sender: Sender,
): Mail {
  const { brand, siteOrigin } = sender;
  const privacy = `${siteOrigin}${path("privacy", language)}`;
  const when = momentInWords(arrivedAt, language);
  const words: Record<Language, Omit<Letter, "language">> = {
    es: {
      subject: `Borramos tu mensaje · ${brand}`,
      preheader: "Ya no está en nuestro buzón, y no se puede recuperar.",
      title: "Borramos tu mensaje",
      paragraphs: [
        `El mensaje que nos enviaste el ${when} se borró con tu enlace. Ya no está en nuestro buzón, y nadie puede recuperarlo.`,
        "Si a nuestro equipo le llegó un aviso por correo, le pedimos que lo borre también.",
      ],
      action: { label: "Qué guardamos, y por cuánto tiempo", address: privacy },
      notes: [
        "Si no fuiste tú, alguien más leyó nuestro correo anterior y usó el enlace. Puedes escribirnos de nuevo.",
      ],
    },
    en: {
      subject: `We have erased your message · ${brand}`,
      preheader: "It is no longer in our inbox and cannot be brought back.",
      title: "We have erased your message",
      paragraphs: [
        `The message that you sent us on ${when} was erased with your link. It is no longer in our inbox, and no one can bring it back.`,
        "Where our team was told of it by mail, we have asked them to erase that mail, too.",
      ],
      action: { label: "What we keep, and for how long", address: privacy },
      notes: [
        "If this was not you, someone else has read our earlier mail and used the link. You can write to us again.",
      ],
    },
  };
  return writeLetter({ language, ...words[language] }, sender);
}
