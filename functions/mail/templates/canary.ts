import { path } from "#cms/content/site.ts";
import { momentInWords } from "#functions/mail/expiry.ts";
import { writeLetter } from "#functions/mail/letter.ts";
import type { Mail, MailSender } from "#functions/mail/mail.ts";

// The recipients work for the company, which reads Spanish.
const language = "es";

/** Shows by its arrival that mails of the site arrive. `at` is the time of the synthetic message. */
export function canary(at: Date, sender: MailSender): Mail {
  const { brand, siteOrigin } = sender;
  return writeLetter(
    {
      language,
      subject: `Prueba de cada hora · ${brand}`,
      preheader: "Los mensajes del sitio llegan por correo.",
      title: "Los mensajes llegan",
      paragraphs: [
        `Este correo es una prueba que el sitio de ${brand} se hace a sí mismo cada hora: un mensaje suyo entró por el formulario el ${momentInWords(at, language)} y salió como este correo.`,
        "No hay nada que hacer. Puedes borrarlo.",
      ],
      action: { label: "Abrir el buzón", address: `${siteOrigin}${path("inbox", language)}` },
      notes: [],
    },
    sender,
  );
}
