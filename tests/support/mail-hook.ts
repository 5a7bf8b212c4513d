import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** A secret in the mail provider's format. */
export const mailSecret = `whsec_${Buffer.from("only-the-mail-provider-has-it").toString("base64")}`;
export const otherMailSecret = `whsec_${Buffer.from("what-somebody-else-has-got").toString("base64")}`;

/** Creates the mail provider's webhook request about a mail, by default signed now and with the right secret. */
export function createMailHook(
  type: string,
  data: {
    email_id?: string;
    to?: string[];
    tags?: Record<string, string>;
    bounce?: { type?: string; subType?: string };
  },
  {
    secret = mailSecret,
    at = new Date(),
    id = `msg_${randomUUID()}`,
    body = JSON.stringify({ type, created_at: at.toISOString(), data: { email_id: "e", ...data } }),
  } = {},
): RequestInit {
  return {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "svix-id": id,
      "svix-timestamp": String(Math.floor(at.getTime() / 1000)),
      "svix-signature": new Webhook(secret).sign(id, at, body),
    },
    body,
  };
}
