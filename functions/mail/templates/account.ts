import { recoverFragment } from "#functions/contract/account.ts";
import { momentInWords } from "#functions/mail/expiry.ts";
import type { LetterFacts, LetterTexts } from "#functions/mail/letter.ts";

const toRecovery = ({ language, toAddress }: LetterFacts) =>
  `${toAddress("sign-in")}#${recoverFragment(language)}`;

/** Tells the owner of an account that a user signed up with its address again. */
export const accountExists = (facts: LetterFacts): LetterTexts => ({
  es: {
    subject: `Ya tienes una cuenta en ${facts.brand}`,
    preheader: "Inicia sesión con la contraseña que ya tienes.",
    title: "Ya tienes una cuenta",
    paragraphs: [
      `Alguien, quizá tú, quiso crear una cuenta en ${facts.brand} con esta dirección, y ya existe una. Nada ha cambiado: entra con la contraseña de siempre.`,
    ],
    action: { label: "Iniciar sesión", address: facts.toAddress("sign-in") },
    notes: [
      `¿Olvidaste tu contraseña? Pide una nueva en ${toRecovery(facts)}`,
      "Si no fuiste tú, no tienes que hacer nada.",
    ],
  },
  en: {
    subject: `You already have an account at ${facts.brand}`,
    preheader: "Sign in with the password you already have.",
    title: "You already have an account",
    paragraphs: [
      `Someone, perhaps you, tried to create an account at ${facts.brand} with this address, which already has one. Nothing has changed: sign in with the password you have.`,
    ],
    action: { label: "Sign in", address: facts.toAddress("sign-in") },
    notes: [
      `Forgot your password? Ask for a new one at ${toRecovery(facts)}`,
      "If this wasn’t you, there’s nothing to do.",
    ],
  },
});

/** Tells the previous address of an account that the account has a new address. */
export const emailChanged = (newEmail: string, { brand, toAddress }: LetterFacts): LetterTexts => ({
  es: {
    subject: `Cambió el correo de tu cuenta en ${brand}`,
    preheader: "Desde ahora entras con tu nueva dirección.",
    title: "Tu correo cambió",
    paragraphs: [
      `Desde ahora entras a ${brand} con ${newEmail}. Con esta dirección ya no se puede entrar.`,
      "Si lo pediste tú, no tienes que hacer nada. Si no, avísanos cuanto antes.",
    ],
    action: { label: "Avisar que no fui yo", address: toAddress("contact") },
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
    action: { label: "Report that it was not me", address: toAddress("contact") },
    notes: ["Both addresses confirmed the change."],
  },
});

/** Tells the owner of an account that its password has changed. */
export function passwordChanged(at: Date, facts: LetterFacts): LetterTexts {
  const changedAt = momentInWords(at, facts.language);
  return {
    es: {
      subject: `Cambió tu contraseña en ${facts.brand}`,
      preheader: "Si no fuiste tú, elige otra ahora.",
      title: "Tu contraseña cambió",
      paragraphs: [
        `La contraseña de tu cuenta en ${facts.brand} cambió el ${changedAt}. Cerramos las demás sesiones.`,
        "Si fuiste tú, no tienes que hacer nada. Si no, elige otra ahora: quien la cambió pierde el acceso.",
      ],
      action: { label: "Elegir otra contraseña", address: toRecovery(facts) },
      notes: [],
    },
    en: {
      subject: `Your password at ${facts.brand} has changed`,
      preheader: "If this wasn’t you, choose another one now.",
      title: "Your password has changed",
      paragraphs: [
        `The password of your account at ${facts.brand} changed on ${changedAt}. All other sessions have been signed out.`,
        "If this was you, there’s nothing to do. If not, choose another one now: that locks out whoever changed it.",
      ],
      action: { label: "Choose another password", address: toRecovery(facts) },
      notes: [],
    },
  };
}

/** Tells the owner of an account that it was deleted. */
export const accountDeleted = ({ brand, toAddress }: LetterFacts): LetterTexts => ({
  es: {
    subject: `Eliminamos tu cuenta en ${brand}`,
    preheader: "Tu cuenta y todas sus sesiones ya no existen.",
    title: "Tu cuenta ya no existe",
    paragraphs: [
      `Eliminamos tu cuenta en ${brand} y cerramos todas sus sesiones. Esto no se puede deshacer.`,
      "Si lo pediste tú, no tienes que hacer nada. Si no, avísanos cuanto antes.",
    ],
    action: { label: "Avisar que no fui yo", address: toAddress("contact") },
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
    action: { label: "Report that it was not me", address: toAddress("contact") },
    notes: ["You can create another account with this address whenever you like."],
  },
});
