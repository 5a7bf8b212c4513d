import type { Language } from "#cms/content/site.ts";
import { accountFragment } from "#functions/contract/account.ts";
import { momentInWords } from "#functions/mail/expiry.ts";
import type { LetterFacts, LetterTexts } from "#functions/mail/letter.ts";
import type { PasskeyChange } from "#functions/mail/outgoing-mail.ts";

type ChangeTexts = Record<PasskeyChange, { subject: string; title: string; sentence: string }>;

const changeTexts: Record<
  Language,
  (brand: string, moment: string, about: string, invitedBy: string) => ChangeTexts
> = {
  es: (brand, moment, about, invitedBy) => ({
    added: {
      subject: `Nueva llave de acceso en ${brand}`,
      title: "Tienes una nueva llave de acceso",
      sentence: `El ${moment} se agregó una llave de acceso a tu cuenta en ${brand}.`,
    },
    removed: {
      subject: `Se quitó una llave de acceso en ${brand}`,
      title: "Se quitó una llave de acceso",
      sentence: `El ${moment} se quitó una llave de acceso de tu cuenta en ${brand}.`,
    },
    codes_made: {
      subject: `Nuevos códigos de recuperación en ${brand}`,
      title: "Tienes nuevos códigos de recuperación",
      sentence: `El ${moment} se crearon códigos de recuperación para tu cuenta en ${brand}.`,
    },
    codes_replaced: {
      subject: `Nuevos códigos de recuperación en ${brand}`,
      title: "Tienes nuevos códigos de recuperación",
      sentence: `El ${moment} se crearon códigos de recuperación para tu cuenta en ${brand}. Los anteriores ya no sirven.`,
    },
    codes_removed: {
      subject: `Se quitaron los códigos de recuperación en ${brand}`,
      title: "Se quitaron tus códigos de recuperación",
      sentence: `El ${moment} se quitaron los códigos de recuperación de tu cuenta en ${brand}. Ya no sirven.`,
    },
    code_used: {
      subject: `Se usó un código de recuperación en ${brand}`,
      title: "Se usó un código de recuperación",
      sentence: `El ${moment} alguien entró a tu cuenta en ${brand} con un código de recuperación. Ese código ya no sirve.`,
    },
    rule_begun: {
      subject: `Los administradores necesitan una llave de acceso en ${brand}`,
      title: "El buzón se abre con llave de acceso",
      sentence: `Desde el ${moment}, el buzón de ${brand} pide una llave de acceso a todos los administradores. Lo decidió uno de ellos. Quien aún no tenga una puede agregarla en las próximas 24 horas.`,
    },
    rule_ended: {
      subject: `Ya no se pide la llave de acceso en ${brand}`,
      title: "La contraseña basta otra vez",
      sentence: `Desde el ${moment}, el buzón de ${brand} se abre otra vez solo con la contraseña. Lo decidió un administrador.`,
    },
    first_opened: {
      subject: `Ya puedes agregar tu primera llave de acceso en ${brand}`,
      title: "Agrega tu primera llave de acceso",
      sentence: `El ${moment}, un administrador permitió que tu cuenta en ${brand} agregue su primera llave de acceso. Tienes 24 horas.`,
    },
    administrator_invited: {
      subject: `${invitedBy} invitó a ${about} al buzón de ${brand}`,
      title: "Se invitó a otra persona al buzón",
      sentence: `El ${moment}, ${invitedBy} invitó a ${about} a administrar el buzón de ${brand}. La invitación vale 72 horas.`,
    },
  }),
  en: (brand, moment, about, invitedBy) => ({
    added: {
      subject: `New passkey at ${brand}`,
      title: "You have a new passkey",
      sentence: `A passkey was added to your account at ${brand} on ${moment}.`,
    },
    removed: {
      subject: `Passkey removed at ${brand}`,
      title: "A passkey was removed",
      sentence: `A passkey was removed from your account at ${brand} on ${moment}.`,
    },
    codes_made: {
      subject: `New recovery codes at ${brand}`,
      title: "You have new recovery codes",
      sentence: `Recovery codes were created for your account at ${brand} on ${moment}.`,
    },
    codes_replaced: {
      subject: `New recovery codes at ${brand}`,
      title: "You have new recovery codes",
      sentence: `Recovery codes were created for your account at ${brand} on ${moment}. Earlier ones no longer work.`,
    },
    codes_removed: {
      subject: `Recovery codes removed at ${brand}`,
      title: "Your recovery codes were removed",
      sentence: `The recovery codes for your account at ${brand} were removed on ${moment}. They no longer work.`,
    },
    code_used: {
      subject: `A recovery code was used at ${brand}`,
      title: "A recovery code was used",
      sentence: `Someone signed in to your account at ${brand} with a recovery code on ${moment}. That code no longer works.`,
    },
    rule_begun: {
      subject: `Administrators need a passkey at ${brand}`,
      title: "The inbox opens with a passkey",
      sentence: `As of ${moment}, the ${brand} inbox requires a passkey from all administrators. One of them decided it. Anyone without one has 24 hours to add it.`,
    },
    rule_ended: {
      subject: `A passkey is no longer needed at ${brand}`,
      title: "A password is enough again",
      sentence: `As of ${moment}, the ${brand} inbox opens with just a password again. An administrator decided it.`,
    },
    first_opened: {
      subject: `You can add your first passkey at ${brand}`,
      title: "Add your first passkey",
      sentence: `On ${moment}, an administrator allowed your account at ${brand} to add its first passkey. You have 24 hours.`,
    },
    administrator_invited: {
      subject: `${invitedBy} invited ${about} to the ${brand} inbox`,
      title: "An administrator was invited",
      sentence: `On ${moment}, ${invitedBy} invited ${about} to manage the ${brand} inbox. The invitation is valid for 72 hours.`,
    },
  }),
};

const common: Record<Language, { preheader: string; advice: string; action: string }> = {
  es: {
    preheader: "Si no fuiste tú, revisa tu cuenta ahora.",
    advice:
      "Si fuiste tú, no tienes que hacer nada. Si no, entra ahora: quita lo que no reconozcas, cierra las demás sesiones y cambia tu contraseña.",
    action: "Revisar mi cuenta",
  },
  en: {
    preheader: "If this wasn’t you, check your account now.",
    advice:
      "If this was you, there’s nothing to do. If not, sign in now: remove anything you don’t recognize, end all other sessions and change your password.",
    action: "Check my account",
  },
};

// All administrators get this mail, not only the inviting administrator.
const invitationTexts: Record<Language, { preheader: string; advice: string }> = {
  es: {
    preheader: "Si no esperabas esta invitación, pregunta por ella antes de que la acepten.",
    advice:
      "Si no esperabas esta invitación, pregúntale a quien la hizo. Si salió de tu cuenta y no la hiciste tú, revisa tu cuenta ahora. Quien opera el sitio puede retirarla.",
  },
  en: {
    preheader: "If you weren’t expecting this invitation, ask about it before it’s accepted.",
    advice:
      "If you weren’t expecting this invitation, ask the person who sent it. If it came from your account and you didn’t send it, check your account now. The person who operates the site can withdraw it.",
  },
};

/** Tells the owner of an account about a change of passkeys, recovery codes, sign-in rules or administrators. */
export function passkeysChanged(
  {
    change,
    at,
    about = "",
    invited_by: invitedBy = "",
  }: { change: PasskeyChange; at: string; about?: string | undefined; invited_by?: string | undefined },
  { brand, language, toAddress }: LetterFacts,
): LetterTexts[Language] {
  const moment = momentInWords(new Date(at), language);
  const { subject, title, sentence } = changeTexts[language](brand, moment, about, invitedBy)[change];
  const { preheader, advice, action } = {
    ...common[language],
    ...(change === "administrator_invited" && invitationTexts[language]),
  };
  return {
    subject,
    preheader,
    title,
    paragraphs: [sentence, advice],
    action: { label: action, address: `${toAddress("sign-in")}#${accountFragment(language)}` },
    notes: [],
  };
}
