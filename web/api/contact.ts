import {
  type ContactInput,
  type ContactReceipt,
  type FormStampAnswer,
  formStampHeader,
  turnstileHeader,
} from "#functions/contract/contact.ts";
import { ApiError } from "./api-error.ts";
import { callApi } from "./client.ts";

/** Puts a message that was mailed into the inbox, once. @throws ApiError `not_found` for a token that is none or too old */
export function putHandedMessage(token: string): Promise<ContactReceipt> {
  return callApi("/api/contact/handed", { method: "POST", body: { token } });
}

/** Returns a signed timestamp for a form that is opened now. */
export function getFormStamp(signal: AbortSignal): Promise<FormStampAnswer> {
  return callApi("/api/contact/form-stamp", { signal });
}

/**
 * Sends a visitor's message, with the stamp of its form and the token of Turnstile where there are any. The same `idempotencyKey` (a UUID) with the same message is stored once, so a
 * message whose answer was lost can be sent again. @throws ApiError `invalid_fields` with the refused fields,
 * `unexpected_answer` for what a network between says in the edge's place, however well that sounds
 */
export async function sendContactMessage(
  message: ContactInput,
  { idempotencyKey, stamp, token }: { idempotencyKey: string; stamp: string | null; token: string | null },
  signal: AbortSignal,
): Promise<ContactReceipt> {
  const receipt = await callApi<Partial<ContactReceipt> | null>("/api/contact", {
    method: "POST",
    body: message,
    headers: {
      "Idempotency-Key": idempotencyKey,
      ...(stamp && { [formStampHeader]: stamp }),
      ...(token && { [turnstileHeader]: token }),
    },
    signal,
  });
  if (receipt?.status !== "stored" && receipt?.status !== "queued") throw new ApiError("unexpected_answer");
  return receipt as ContactReceipt;
}
