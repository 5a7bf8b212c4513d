import { path } from "#cms/content/site.ts";
import { toReference } from "#functions/contract/reference.ts";
import { momentInWords } from "#functions/mail/expiry.ts";
import { writeLetter } from "#functions/mail/letter.ts";
import type { Mail, MailSender } from "#functions/mail/mail.ts";

// The company reads Spanish, whatever the visitor's language.
const language = "es";

/**
 * Tells the company that the sender has erased the message `id`, so that the company also erases its notice. The mail
 * quotes nothing of the message.
 */
export function erasureNotice({ id, arrivedAt }: { id: string; arrivedAt: Date }, sender: MailSender): Mail {
  const inbox = `${sender.siteOrigin}${path("inbox", language)}`;
  return writeLetter(
    {
      language,
      subject: `El mensaje ${toReference(id)} fue borrado por quien lo envió · ${sender.brand}`,
      preheader: "Borra también el aviso que llegó por correo.",
      title: "Quien envió un mensaje lo borró",
      paragraphs: [
        `El mensaje que llegó el ${momentInWords(arrivedAt, language)} ya no está en el buzón: quien lo envió lo borró con su enlace.`,
        "El aviso de ese día todavía lo tiene. Bórralo del correo de la empresa, y también lo que hayas copiado o reenviado: se lo prometimos a esa persona.",
      ],
      action: { label: "Abrir el buzón", address: inbox },
      notes: [
        `El aviso que hay que borrar lleva la referencia ${toReference(id)}, y este número en su enlace: ${id}`,
      ],
    },
    sender,
  );
}
