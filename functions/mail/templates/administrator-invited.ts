import { type Letter, writeLetter } from "#functions/mail/letter.ts";
import type { Mail, MailedToken, MailSender } from "#functions/mail/mail.ts";

/** Invites the owner of an address as an administrator of the inbox. */
export function administratorInvited(
  { language, link, linkValidity }: MailedToken,
  sender: MailSender,
): Mail {
  const { brand } = sender;
  const texts: Record<MailedToken["language"], Omit<Letter, "language">> = {
    es: {
      subject: `Te invitaron al buzón de ${brand}`,
      preheader: "Acepta y elige tu contraseña.",
      title: `Te invitaron a administrar el buzón de ${brand}`,
      paragraphs: [
        `Un administrador te invitó a leer y atender los mensajes que llegan a ${brand}. Al aceptar eliges tu contraseña y entras.`,
      ],
      action: { label: "Aceptar la invitación", address: link },
      notes: [linkValidity, "Si no esperabas esta invitación, no tienes que hacer nada."],
    },
    en: {
      subject: `You’re invited to the ${brand} inbox`,
      preheader: "Accept and choose your password.",
      title: `Manage the ${brand} inbox`,
      paragraphs: [
        `An administrator invited you to read and handle the messages that ${brand} receives. When you accept, you’ll choose a password and sign in.`,
      ],
      action: { label: "Accept the invitation", address: link },
      notes: [linkValidity, "If you weren’t expecting this invitation, you don’t need to do anything."],
    },
  };
  return writeLetter({ language, ...texts[language] }, sender);
}
