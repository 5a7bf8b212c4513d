import type { Language } from "#cms/content/site.ts";
import { type Letter, writeLetter } from "#functions/mail/letter.ts";
import type { Mail, MailedToken, MailSender } from "#functions/mail/mail.ts";

export type EmailChangeMail = MailedToken & {
  /** The recipient: the current or the new address. */
  half: "current" | "new";
  newEmail: string;
};
type EmailChangeTexts = Pick<Letter, "subject" | "preheader" | "title" | "paragraphs"> & {
  wasNotYou: string;
};

type Names = { brand: string; newEmail: string };

const toTexts = ({
  brand,
  newEmail,
}: Names): Record<Language, Record<EmailChangeMail["half"], EmailChangeTexts>> => ({
  es: {
    current: {
      subject: `¿Cambiamos el correo de tu cuenta en ${brand}?`,
      preheader: "El cambio se hace cuando lo confirmes en las dos direcciones.",
      title: "¿Cambiamos tu correo?",
      paragraphs: [
        `Pediste que tu cuenta en ${brand} use ${newEmail} en vez de esta dirección.`,
        "Confírmalo aquí y también en el mensaje que enviamos a la nueva. Mientras falte una, nada cambia.",
      ],
      wasNotYou:
        "Si no fuiste tú, no confirmes nada y cambia tu contraseña: alguien tiene acceso a tu cuenta.",
    },
    new: {
      subject: `Confirma tu nuevo correo en ${brand}`,
      preheader: "El cambio se hace cuando lo confirmes en las dos direcciones.",
      title: "Confirma tu nuevo correo",
      paragraphs: [
        `Pediste que tu cuenta en ${brand} use esta dirección.`,
        "Confírmalo aquí y también en el mensaje que enviamos a la anterior. Mientras falte una, nada cambia.",
      ],
      wasNotYou: "Si no fuiste tú, no tienes que hacer nada: sin este paso, nadie puede usar tu dirección.",
    },
  },
  en: {
    current: {
      subject: `Change the email for your account at ${brand}?`,
      preheader: "It changes once you’ve confirmed from both addresses.",
      title: "Change your email?",
      paragraphs: [
        `You asked for your account at ${brand} to use ${newEmail} instead of this address.`,
        "Confirm it here, and also in the email we sent to the new one. Until both are done, nothing changes.",
      ],
      wasNotYou:
        "If this wasn’t you, don’t confirm, and change your password: someone has access to your account.",
    },
    new: {
      subject: `Confirm your new email for ${brand}`,
      preheader: "It changes once you’ve confirmed from both addresses.",
      title: "Confirm your new email",
      paragraphs: [
        `You asked for your account at ${brand} to use this address.`,
        "Confirm it here, and also in the email we sent to the previous one. Until both are done, nothing changes.",
      ],
      wasNotYou: "If this wasn’t you, there’s nothing to do: without this step, nobody can use your address.",
    },
  },
});

/** Asks the owner of the current or the new address to confirm a change of address. */
export function confirmEmailChange(change: EmailChangeMail, sender: MailSender): Mail {
  const { language, link, code, validity, half, newEmail } = change;
  const { wasNotYou, ...texts } = toTexts({ brand: sender.brand, newEmail })[language][half];
  const shared = {
    es: {
      label: "Confirmar el cambio",
      explanation: "O escribe este código donde lo pediste:",
    },
    en: {
      label: "Confirm the change",
      explanation: "Or type this code where you asked for it:",
    },
  }[language];
  return writeLetter(
    {
      language,
      ...texts,
      action: { label: shared.label, address: link },
      code: { explanation: shared.explanation, digits: code },
      notes: [validity, wasNotYou],
    },
    sender,
  );
}
