import type { LetterFacts, LetterTexts, MailedToken } from "#functions/mail/letter.ts";

/** Asks the owner of an address to confirm a sign-up. */
export const confirmSignUp = (
  { link, code, validity }: MailedToken,
  { brand }: LetterFacts,
): LetterTexts => ({
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
});

/** Gives the owner of an account who forgot the password a link and a code to set a new one. */
export const recover = ({ link, code, validity }: MailedToken, { brand }: LetterFacts): LetterTexts => ({
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
});

/** Gives an administrator without a password, such as the first one of a deployment, a link to choose one. */
export const firstPassword = (
  { link, code, validity }: MailedToken,
  { brand }: LetterFacts,
): LetterTexts => ({
  es: {
    subject: `Elige tu contraseña para el buzón de ${brand}`,
    preheader: "Tu cuenta está lista y solo le falta la contraseña.",
    title: "Elige tu contraseña para entrar al buzón",
    paragraphs: [
      `Tu cuenta ya puede leer y atender los mensajes que llegan a ${brand}. Solo le falta la contraseña, que eliges aquí.`,
    ],
    action: { label: "Elegir mi contraseña", address: link },
    code: { explanation: "O escribe este código donde pediste este mensaje:", digits: code },
    notes: [
      validity,
      "Si no lo pediste tú, no tienes que hacer nada: sin este mensaje, nadie puede elegir tu contraseña.",
    ],
  },
  en: {
    subject: `Choose your password for the ${brand} inbox`,
    preheader: "Your account is ready and only needs a password.",
    title: "Choose your password to open the inbox",
    paragraphs: [
      `Your account may read and handle the messages that ${brand} receives. It only needs a password, which you choose here.`,
    ],
    action: { label: "Choose my password", address: link },
    code: { explanation: "Or type this code where you asked for this email:", digits: code },
    notes: [
      validity,
      "If you didn’t ask for this, there’s nothing to do: without this email, nobody can choose your password.",
    ],
  },
});

/** Invites the owner of an address as an administrator of the inbox, and names the inviting administrator. */
export const administratorInvited = (
  { link, linkValidity }: MailedToken,
  inviter: string,
  { brand }: LetterFacts,
): LetterTexts => ({
  es: {
    subject: `${inviter} te invitó al buzón de ${brand}`,
    preheader: "Acepta, elige tu contraseña y entra.",
    title: `Te invitaron al buzón de ${brand}`,
    paragraphs: [
      `${inviter} te invitó a leer y atender los mensajes que llegan a ${brand}. Al aceptar eliges tu contraseña y entras al buzón.`,
    ],
    action: { label: "Aceptar la invitación", address: link },
    notes: [
      linkValidity,
      "Si ya tenías una cuenta con esta dirección, su contraseña y sus llaves de acceso anteriores dejan de servir cuando aceptes.",
      "Si no esperabas esta invitación, no tienes que hacer nada.",
    ],
  },
  en: {
    subject: `${inviter} invited you to the ${brand} inbox`,
    preheader: "Accept, choose your password and come in.",
    title: `You’re invited to the ${brand} inbox`,
    paragraphs: [
      `${inviter} invited you to read and handle the messages that ${brand} receives. When you accept, you choose your password and open the inbox.`,
    ],
    action: { label: "Accept the invitation", address: link },
    notes: [
      linkValidity,
      "If you already had an account with this address, its earlier password and passkeys stop working when you accept.",
      "If you weren’t expecting this invitation, you don’t need to do anything.",
    ],
  },
});

/** Asks the owner of an account to confirm a new address. Both addresses get a letter; `half` names the recipient. */
export const confirmEmailChange = (
  { link, code, validity }: MailedToken,
  { half, new_email }: { half: "current" | "new"; new_email: string },
  { brand }: LetterFacts,
): LetterTexts => {
  const texts = half === "current" ? getCurrentAddressTexts(brand, new_email) : getNewAddressTexts(brand);
  return {
    es: {
      preheader: "El cambio se hace cuando lo confirmes en las dos direcciones.",
      action: { label: "Confirmar el cambio", address: link },
      code: { explanation: "O escribe este código donde lo pediste:", digits: code },
      ...texts.es,
      notes: [validity, ...texts.es.notes],
    },
    en: {
      preheader: "It changes once you’ve confirmed from both addresses.",
      action: { label: "Confirm the change", address: link },
      code: { explanation: "Or type this code where you asked for it:", digits: code },
      ...texts.en,
      notes: [validity, ...texts.en.notes],
    },
  };
};

const getCurrentAddressTexts = (brand: string, newEmail: string) => ({
  es: {
    subject: `¿Cambiamos el correo de tu cuenta en ${brand}?`,
    title: "¿Cambiamos tu correo?",
    paragraphs: [
      `Pediste que tu cuenta en ${brand} use ${newEmail} en vez de esta dirección.`,
      "Confírmalo aquí y también en el mensaje que enviamos a la nueva. Mientras falte una, nada cambia.",
    ],
    notes: ["Si no fuiste tú, no confirmes nada y cambia tu contraseña: alguien tiene acceso a tu cuenta."],
  },
  en: {
    subject: `Change the email for your account at ${brand}?`,
    title: "Change your email?",
    paragraphs: [
      `You asked for your account at ${brand} to use ${newEmail} instead of this address.`,
      "Confirm it here, and also in the email we sent to the new one. Until both are done, nothing changes.",
    ],
    notes: [
      "If this wasn’t you, don’t confirm, and change your password: someone has access to your account.",
    ],
  },
});

const getNewAddressTexts = (brand: string) => ({
  es: {
    subject: `Confirma tu nuevo correo en ${brand}`,
    title: "Confirma tu nuevo correo",
    paragraphs: [
      `Pediste que tu cuenta en ${brand} use esta dirección.`,
      "Confírmalo aquí y también en el mensaje que enviamos a la anterior. Mientras falte una, nada cambia.",
    ],
    notes: ["Si no fuiste tú, no tienes que hacer nada: sin este paso, nadie puede usar tu dirección."],
  },
  en: {
    subject: `Confirm your new email for ${brand}`,
    title: "Confirm your new email",
    paragraphs: [
      `You asked for your account at ${brand} to use this address.`,
      "Confirm it here, and also in the email we sent to the previous one. Until both are done, nothing changes.",
    ],
    notes: ["If this wasn’t you, there’s nothing to do: without this step, nobody can use your address."],
  },
});
