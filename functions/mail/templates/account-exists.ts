import { type Language, path } from "#cms/content/site.ts";
import { recoverFragment } from "#functions/contract/account.ts";
import { type Letter, writeLetter } from "#functions/mail/letter.ts";
import type { Mail, MailSender } from "#functions/mail/mail.ts";

/** Tells the owner of an account that a user signed up with its address again. */
export function accountExists({ language }: { language: Language }, sender: MailSender): Mail {
  const { brand, siteOrigin } = sender;
  const signIn = `${siteOrigin}${path("sign-in", language)}`;
  const recover = `${signIn}#${recoverFragment(language)}`;
  const texts: Record<Language, Omit<Letter, "language">> = {
    es: {
      subject: `Ya tienes una cuenta en ${brand}`,
      preheader: "Inicia sesión con la contraseña que ya tienes.",
      title: "Ya tienes una cuenta",
      paragraphs: [
        `Alguien, quizá tú, quiso crear una cuenta en ${brand} con esta dirección, y ya existe una. Nada ha cambiado: entra con la contraseña de siempre.`,
      ],
      action: { label: "Iniciar sesión", address: signIn },
      notes: [
        `¿Olvidaste tu contraseña? Pide una nueva en ${recover}`,
        "Si no fuiste tú, no tienes que hacer nada.",
      ],
    },
    en: {
      subject: `You already have an account at ${brand}`,
      preheader: "Sign in with the password you already have.",
      title: "You already have an account",
      paragraphs: [
        `Someone, perhaps you, tried to create an account at ${brand} with this address, which already has one. Nothing has changed: sign in with the password you have.`,
      ],
      action: { label: "Sign in", address: signIn },
      notes: [
        `Forgot your password? Ask for a new one at ${recover}`,
        "If this wasn’t you, there’s nothing to do.",
      ],
    },
  };
  return writeLetter({ language, ...texts[language] }, sender);
}
