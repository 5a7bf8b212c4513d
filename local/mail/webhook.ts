import { Webhook } from "standardwebhooks";
import { openDeliveries, type WebhookOptions } from "#local/processes/webhook.ts";
import type { InboundMail } from "./inbound.ts";
import type { ReceivedMail } from "./mailbox.ts";

/**
 * Returns the event type for a mail to this recipient. Resend's addresses for tests, such as `bounced@resend.dev`, name
 * the outcome; all other mails are delivered.
 */
function toEvent(recipient: string): string {
  const [, outcome = "delivered"] =
    /\b(bounced|complained|suppressed)(?:\+[^@]*)?@resend\.dev/i.exec(recipient) ?? [];
  return `email.${outcome.toLowerCase()}`;
}

/** Reports local mails' outcomes to the site's webhook, signed like Resend's (Svix). `secret` begins with `whsec_`. */
export function openMailWebhook(options: WebhookOptions) {
  const signer = new Webhook(options.secret);
  const { send, close } = openDeliveries(options);
  const sendEvent = (id: string, body: string) =>
    send("a mail", body, () => {
      const now = new Date();
      return {
        "svix-id": `msg_${id}`,
        "svix-timestamp": String(Math.floor(now.getTime() / 1000)),
        "svix-signature": signer.sign(`msg_${id}`, now, body),
      };
    });
  return {
    /** Reports the outcome of a mail, without waiting for the answer. */
    report({ id, from, to, subject, received_at, tags }: ReceivedMail): void {
      const data = { email_id: id, created_at: received_at, from, to, subject, tags };
      const type = toEvent(to[0] ?? "");
      const body = JSON.stringify({ type, created_at: new Date().toISOString(), data });
      sendEvent(id, body);
    },
    /** Reports a received mail. Its content has to be fetched. */
    reportReceived({ id, from, to }: InboundMail): void {
      const now = new Date().toISOString();
      const data = { email_id: id, created_at: now, from, to, cc: [], bcc: [], attachments: [] };
      sendEvent(id, JSON.stringify({ type: "email.received", created_at: now, data }));
    },
    close,
  };
}
