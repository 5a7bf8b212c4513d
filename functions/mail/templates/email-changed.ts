import { type Language, path } from "#cms/content/site.ts";
import { type Letter, writeLetter } from "#functions/mail/letter.ts";
import type { Mail, MailSender } from "#functions/mail/mail.ts";

/** Tells the previous address of an account that the account has a new address. */
export function emailChanged(
  { language, newEmail }: { language: Language; newEmail: string },
  sender: MailSender,
): Mail {
  const { brand, siteOrigin } = sender;
  const contact = `${siteOrigin}${path("contact", language)}`;
  const texts: Record<Language, Omit<Letter, "language">> = {
    es: {
      subject: `Cambió el correo de tu cuenta en ${brand}`,
      preheader: "Desde ahora entras con tu nueva dirección.",
      title: "Tu correo cambió",
      paragraphs: [
        `Desde ahora entras a ${brand} con ${newEmail}. Con esta dirección ya no se puede entrar.`,
        "Si lo pediste tú, no tienes que hacer nada. Si no, avísanos cuanto antes.",
      ],
      action: { label: "Avisar que no fui yo", address: contact },
      notes: ["Las dos direcciones confirmaron el cambio."],
    },
    en: {
      subject: `The email for your account at ${brand} has changed`,
      preheader: "From now on you sign in with your new address.",
      title: "Your email has changed",
      paragraphs: [
        `From now on you sign in to ${brand} with ${newEmail}. This address can no longer be used to sign in.`,
        "If you asked for this, there’s nothing to do. If not, let us know as soon as you can.",
      ],
      action: { label: "Report that it was not me", address: contact },
      notes: ["Both addresses confirmed the change."],
    },
  };
  return writeLetter({ language, ...texts[language] }, sender);
}
