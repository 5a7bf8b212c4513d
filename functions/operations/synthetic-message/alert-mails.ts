import type { Environment } from "#functions/env.ts";
import { toUuid } from "#functions/kernel/crypto/digest.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { deliverMail, toSender, writeCompanyLetter } from "#functions/mail/index.ts";

/**
 * Stages at which a synthetic message can fail, in their order: the site rejects it, the database is away or does not
 * have it, the provider rejects its mail, or the provider does not deliver it.
 */
export const syntheticStages = ["form", "database", "mail", "delivery"] as const;
export type SyntheticStage = (typeof syntheticStages)[number];

/** The text of an alert that `mailAlertWithoutDatabase` sends, in the company's language. */
export type AlertText = { title: string; text: string };

const failureTexts: Record<SyntheticStage, string> = {
  form: "El sitio no recibió un mensaje de prueba. Puede que los de tus clientes tampoco entren por el formulario: prueba el WhatsApp y el teléfono mientras tanto.",
  database:
    "Un mensaje de prueba no se guardó en la base de datos. Los de tus clientes esperan a salvo hasta que vuelva.",
  mail: "El proveedor de correo no aceptó un mensaje de prueba. Los mensajes de tus clientes están en el buzón; los avisos por correo no salen.",
  delivery:
    "El proveedor aceptó un mensaje de prueba y no lo entregó. Los mensajes de tus clientes están en el buzón; es posible que los avisos por correo no lleguen.",
};

/** Returns the text of the alert about a synthetic message that failed at this stage. */
export const createFailureAlert = (stage: SyntheticStage): AlertText => ({
  title: "Los mensajes del sitio no llegan",
  text: failureTexts[stage],
});

/** The text about a recovery. */
export const recoveryAlert: AlertText = {
  title: "Los mensajes del sitio llegan otra vez",
  text: "Un mensaje de prueba hizo todo el camino: formulario, base de datos, correo y entrega.",
};

/**
 * Mails an alert to `CONTACT_ALERT_TO`, or else `CONTACT_NOTIFY_TO`. It calls the provider directly, because the outbox
 * is in the database, which may be away. Logs a failure.
 * @param occasion idempotency key that prevents a second mail for the same event
 * @returns whether the provider accepted the mail
 */
export async function mailAlertWithoutDatabase(
  environment: Environment,
  { title, text }: AlertText,
  occasion: string,
): Promise<boolean> {
  try {
    const sender = toSender(environment);
    const to = environment.CONTACT_ALERT_TO ?? environment.CONTACT_NOTIFY_TO;
    const letter = writeCompanyLetter(
      { subject: `${title} · ${sender.brand}`, preheader: text, title, paragraphs: [text], notes: [] },
      sender,
    );
    await deliverMail(await toUuid(`canary ${occasion}`), { to, ...letter }, environment);
    return true;
  } catch (fault) {
    logLine({ event: "canary_not_told", ...describeFault(fault) });
    return false;
  }
}
