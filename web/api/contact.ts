import type { ContactInput, ContactReceipt } from "#functions/contract/contact.ts";
import { callApi } from "./client.ts";

/**
 * Sends a visitor's message. The same `idempotencyKey` (a UUID) with the same message is stored once, so a
 * message whose answer was lost can be sent again. @throws ApiError `invalid_fields` with the refused fields
 */
export function sendContactMessage(message: ContactInput, idempotencyKey: string): Promise<ContactReceipt> {
  return callApi("/api/contact", {
    method: "POST",
    body: message,
    headers: { "Idempotency-Key": idempotencyKey },
  });
}
