import { type Letter, writeLetter } from "#functions/mail/letter.ts";
import type { Mail, MailedToken, MailSender } from "#functions/mail/mail.ts";

/** Sends the owner of an account a link and a code to set a new password. */
export function recover({ language, link, code, validity }: MailedToken, sender: MailSender): Mail {
  const { brand } = sender;
  const texts: Record<MailedToken["language"], Omit<Letter, "language">> = {
    es: {
      subject: `Elige una nueva contraseña para ${brand}`,
      preheader: "Tu contraseña actual sirve hasta que elijas otra.",
      title: "Elige una nueva contraseña",
      paragraphs: [
        `Pediste entrar a tu cuenta en ${brand} sin tu contraseña. Aquí puedes elegir otra; mientras tanto, la actual sigue sirviendo.`,
      ],
      action: { label: "Elegir una contraseña", address: link },
      code: { explanation: "O escribe este código donde la pediste:", digits: code },
      notes: [
        validity,
        "Si no fuiste tú, no tienes que hacer nada: sin este mensaje, nadie puede cambiar tu contraseña.",
      ],
    },
    en: {
      subject: `Choose a new password for ${brand}`,
      preheader: "Your current password works until you choose another.",
      title: "Choose a new password",
      paragraphs: [
        `You asked to get into your account at ${brand} without your password. You can choose another one here; until then, the current one still works.`,
      ],
      action: { label: "Choose a password", address: link },
      code: { explanation: "Or type this code where you asked for it:", digits: code },
      notes: [
        validity,
        "If this wasn’t you, there’s nothing to do: without this email, nobody can change your password.",
      ],
    },
  };
  return writeLetter({ language, ...texts[language] }, sender);
}
