import { type Language, path } from "#cms/content/site.ts";
import { recoverFragment } from "#functions/contract/account.ts";
import { momentInWords } from "#functions/mail/expiry.ts";
import { type Letter, writeLetter } from "#functions/mail/letter.ts";
import type { Mail, MailSender } from "#functions/mail/mail.ts";

/** Tells the owner of an account that its password has changed. */
export function passwordChanged(
  { language, at }: { language: Language; at: Date },
  sender: MailSender,
): Mail {
  const { brand, siteOrigin } = sender;
  const recover = `${siteOrigin}${path("sign-in", language)}#${recoverFragment(language)}`;
  const changedAt = momentInWords(at, language);
  const texts: Record<Language, Omit<Letter, "language">> = {
    es: {
      subject: `Cambió tu contraseña en ${brand}`,
      preheader: "Si no fuiste tú, elige otra ahora.",
      title: "Tu contraseña cambió",
      paragraphs: [
        `La contraseña de tu cuenta en ${brand} cambió el ${changedAt}. Cerramos las demás sesiones.`,
        "Si fuiste tú, no tienes que hacer nada. Si no, elige otra ahora: quien la cambió pierde el acceso.",
      ],
      action: { label: "Elegir otra contraseña", address: recover },
      notes: [],
    },
    en: {
      subject: `Your password at ${brand} has changed`,
      preheader: "If this wasn’t you, choose another one now.",
      title: "Your password has changed",
      paragraphs: [
        `The password of your account at ${brand} changed on ${changedAt}. All other sessions have been signed out.`,
        "If this was you, there’s nothing to do. If not, choose another one now: that locks out whoever changed it.",
      ],
      action: { label: "Choose another password", address: recover },
      notes: [],
    },
  };
  return writeLetter({ language, ...texts[language] }, sender);
}
