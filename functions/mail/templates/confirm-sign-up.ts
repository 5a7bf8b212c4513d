import { type Letter, writeLetter } from "#functions/mail/letter.ts";
import type { Mail, MailedToken, MailSender } from "#functions/mail/mail.ts";

/** Asks the owner of an address to confirm a sign-up. */
export function confirmSignUp({ language, link, code, validity }: MailedToken, sender: MailSender): Mail {
  const { brand } = sender;
  const texts: Record<MailedToken["language"], Omit<Letter, "language">> = {
    es: {
      subject: `Confirma tu correo en ${brand}`,
      preheader: "Con un paso más, tu cuenta queda lista.",
      title: "Confirma tu correo",
      paragraphs: [
        `Pediste crear una cuenta en ${brand} con esta dirección. Confírmala y tu cuenta queda lista.`,
      ],
      action: { label: "Confirmar mi correo", address: link },
      code: { explanation: "O escribe este código donde creaste la cuenta:", digits: code },
      notes: [
        validity,
        "Si no fuiste tú, no tienes que hacer nada: sin este paso, nadie puede usar tu dirección.",
      ],
    },
    en: {
      subject: `Confirm your email for ${brand}`,
      preheader: "One more step and your account is ready.",
      title: "Confirm your email",
      paragraphs: [
        `You asked for an account at ${brand} with this address. Confirm it and your account is ready.`,
      ],
      action: { label: "Confirm my email", address: link },
      code: { explanation: "Or type this code where you created the account:", digits: code },
      notes: [
        validity,
        "If this wasn’t you, there’s nothing to do: without this step, nobody can use your address.",
      ],
    },
  };
  return writeLetter({ language, ...texts[language] }, sender);
}
