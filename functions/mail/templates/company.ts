import type { MailedAlertKind } from "#functions/contract/mail-alert.ts";
import { toReference } from "#functions/contract/reference.ts";
import { momentInWords } from "#functions/mail/expiry.ts";
import type { MailSender } from "#functions/mail/html.ts";
import { type Mail, writeCompanyLetter } from "#functions/mail/letter.ts";

/** Returns the mail of the hourly synthetic message, whose arrival shows that mails of the site arrive. */
export function canary(at: Date, sender: MailSender): Mail {
  return writeCompanyLetter(
    {
      subject: `Prueba de cada hora · ${sender.brand}`,
      preheader: "Los mensajes del sitio llegan por correo.",
      title: "Los mensajes llegan",
      paragraphs: [
        `Este correo es una prueba que el sitio de ${sender.brand} se hace a sí mismo cada hora: un mensaje suyo entró por el formulario el ${momentInWords(at, "es")} y salió como este correo.`,
        "No hay nada que hacer. Puedes borrarlo.",
      ],
      notes: [],
    },
    sender,
  );
}

/** Tells the recipient of alerts why the company may miss notices. `subject` is an address, a reason or the quota. */
export function deliveryAlert(
  { alert, subject, at }: { alert: MailedAlertKind; subject: string; at: Date },
  sender: MailSender,
): Mail {
  const { brand } = sender;
  const moment = momentInWords(at, "es");
  if (alert === "mails_limited") return limitedMailsAlert(subject, sender);
  const alertTexts: Record<Exclude<MailedAlertKind, "mails_limited">, string> = {
    address_failing: `El ${moment}, un aviso a ${subject} no llegó: esa dirección devuelve los correos de ${brand}.`,
    address_complaining: `El ${moment}, en ${subject} un aviso de ${brand} se marcó como spam: es posible que los siguientes no se vean.`,
    mail_refused: `El ${moment}, el proveedor de correo no aceptó un aviso de ${brand} (${subject}).`,
    budget_spent: `Hoy llegaron más mensajes de los que ${brand} puede avisar por correo (${subject}).`,
  };
  return writeCompanyLetter(
    {
      subject: `Los avisos de mensajes nuevos no llegan · ${brand}`,
      preheader: "Los mensajes están a salvo en el buzón; los avisos por correo no llegan.",
      title: "Los avisos por correo no llegan",
      paragraphs: [
        alertTexts[alert],
        "Los mensajes de tus clientes están a salvo en el buzón. Revísalo mientras tanto, porque nadie recibe avisos de los nuevos.",
      ],
      notes: ["Te avisamos una sola vez. En el buzón se ve hasta que se arregle."],
    },
    sender,
  );
}

/** Tells the recipient of alerts that more than `limit` mails without a conversation arrived in a day. */
const limitedMailsAlert = (limit: string, sender: MailSender): Mail =>
  writeCompanyLetter(
    {
      subject: `Demasiados correos sin conversación · ${sender.brand}`,
      preheader: `Hoy llegaron más de ${limit}; los demás no están en el buzón.`,
      title: "Llegan demasiados correos sin conversación",
      paragraphs: [
        `Hoy llegaron más de ${limit} correos que no pertenecen a ninguna conversación. Los primeros están en la carpeta de spam del buzón.`,
        "Los demás no se guardaron en el buzón y siguen en el proveedor de correo. Si no son spam, avisa a quien opera el sitio.",
      ],
      notes: ["Te avisamos una sola vez. En el buzón se ve hasta que alguien lo quite."],
    },
    sender,
  );

/** Tells the company how many messages arrived for which the daily limit of mails left no notices. */
export function noticeDigest(messages: number, sender: MailSender): Mail {
  const count = messages === 1 ? "1 mensaje nuevo" : `${messages} mensajes nuevos`;
  return writeCompanyLetter(
    {
      subject: `${count} en el buzón · ${sender.brand}`,
      preheader: "Llegaron tantos mensajes que hoy los avisamos juntos.",
      title: `${count} en el buzón`,
      paragraphs: [
        "Hoy llegan más mensajes de los que podemos avisar uno por uno, así que este correo los reúne.",
        "Ábrelos en el buzón: están completos y en orden.",
      ],
      notes: ["Si no los esperabas, puede ser una avalancha de spam: revisa la carpeta de spam también."],
    },
    sender,
  );
}

/**
 * Tells the company that the sender has erased the message `id`, so that the company also erases its notice. The mail
 * quotes nothing of the message.
 */
export function erasureNotice({ id, arrivedAt }: { id: string; arrivedAt: Date }, sender: MailSender): Mail {
  return writeCompanyLetter(
    {
      subject: `El mensaje ${toReference(id)} fue borrado por quien lo envió · ${sender.brand}`,
      preheader: "Borra también el aviso que llegó por correo.",
      title: "Quien envió un mensaje lo borró",
      paragraphs: [
        `El mensaje que llegó el ${momentInWords(arrivedAt, "es")} ya no está en el buzón: quien lo envió lo borró con su enlace.`,
        "El aviso de ese día todavía lo tiene. Bórralo del correo de la empresa, y también lo que hayas copiado o reenviado: se lo prometimos a esa persona.",
      ],
      notes: [
        `El aviso que hay que borrar lleva la referencia ${toReference(id)}, y este número en su enlace: ${id}`,
      ],
    },
    sender,
  );
}
