import { path } from "#cms/content/site.ts";
import type { MailedAlertKind } from "#functions/contract/mail-alert.ts";
import { momentInWords } from "#functions/mail/expiry.ts";
import { type Letter, writeLetter } from "#functions/mail/letter.ts";
import type { Mail, MailSender } from "#functions/mail/mail.ts";

// Administrators read Spanish, like the company.
const language = "es";

/** Tells an administrator that mails to the company have not arrived since `at`. */
export function deliveryAlert(
  { alert, subject, at }: { alert: MailedAlertKind; subject: string; at: Date },
  sender: MailSender,
): Mail {
  const { brand, siteOrigin } = sender;
  const moment = momentInWords(at, language);
  const alertTexts: Record<MailedAlertKind, string> = {
    address_failing: `El ${moment}, un aviso a ${subject} no llegó: esa dirección devuelve los correos de ${brand}.`,
    address_complaining: `El ${moment}, en ${subject} un aviso de ${brand} se marcó como spam: es posible que los siguientes no se vean.`,
    mail_refused: `El ${moment}, el proveedor de correo no aceptó un aviso de ${brand} (${subject}).`,
    budget_spent: `Hoy llegaron más mensajes de los que ${brand} puede avisar por correo (${subject}).`,
  };
  const letter: Omit<Letter, "language"> = {
    subject: `Los avisos de mensajes nuevos no llegan · ${brand}`,
    preheader: "Los mensajes están a salvo en el buzón; los avisos por correo no llegan.",
    title: "Los avisos por correo no llegan",
    paragraphs: [
      alertTexts[alert],
      "Los mensajes de tus clientes están a salvo en el buzón. Revísalo mientras tanto, porque nadie recibe avisos de los nuevos.",
    ],
    action: { label: "Abrir el buzón", address: `${siteOrigin}${path("inbox", language)}` },
    notes: ["Te avisamos una sola vez. En el buzón se ve hasta que se arregle."],
  };
  return writeLetter({ language, ...letter }, sender);
}
