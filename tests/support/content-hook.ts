import { randomUUID } from "node:crypto";
import { encodeSignatureHeader } from "@sanity/webhook";

export const webhookSecret = "a-secret-that-only-the-cms-knows";

/** Creates a request of the publishing hook, by default signed now and with the right secret. */
export async function createContentHook({
  at = Date.now(),
  secret = webhookSecret,
  key = randomUUID() as string,
  body = JSON.stringify({ _id: "home", _type: "page", _rev: randomUUID() }),
} = {}): Promise<RequestInit & { headers: Record<string, string> }> {
  return {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "sanity-webhook-signature": await encodeSignatureHeader(body, at, secret),
      "idempotency-key": key,
    },
    body,
  };
}
