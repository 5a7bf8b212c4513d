import { type Language, path } from "#cms/content/site.ts";
import { type Letter, writeLetter } from "#functions/mail/letter.ts";
import type { Mail, MailSender } from "#functions/mail/mail.ts";

/** Tells the owner of an account that it was deleted. */
export function accountDeleted({ language }: { language: Language }, sender: MailSender): Mail {
  const { brand, siteOrigin } = sender;
  const contact = `${siteOrigin}${path("contact", language)}`;
  const texts: Record<Language, Omit<Letter, "language">> = {
    es: {
      subject: `Eliminamos tu cuenta en ${brand}`,
      preheader: "Tu cuenta y todas sus sesiones ya no existen.",
      title: "Tu cuenta ya no existe",
      paragraphs: [
        `Eliminamos tu cuenta en ${brand} y cerramos todas sus sesiones. Esto no se puede deshacer.`,
        "Si lo pediste tú, no tienes que hacer nada. Si no, avísanos cuanto antes.",
      ],
      action: { label: "Avisar que no fui yo", address: contact },
      notes: ["Puedes crear otra cuenta con esta dirección cuando quieras."],
    },
    en: {
      subject: `Your account at ${brand} has been deleted`,
      preheader: "Your account and all of its sessions are gone.",
      title: "Your account is gone",
      paragraphs: [
        `We have deleted your account at ${brand} and signed out all of its sessions. This cannot be undone.`,
        "If you asked for this, there’s nothing to do. If not, let us know as soon as you can.",
      ],
      action: { label: "Report that it was not me", address: contact },
      notes: ["You can create another account with this address whenever you like."],
    },
  };
  return writeLetter({ language, ...texts[language] }, sender);
}
