import {
  type ContactInput,
  type ContactReceipt,
  type FormStampAnswer,
  formStampHeader,
  turnstileHeader,
} from "#functions/contract/contact.ts";
import { ApiError } from "./api-error.ts";
import { callApi } from "./client.ts";

/** Stores a mailed message in the inbox, once. @throws ApiError `not_found` for an invalid or expired token */
export function putHandedMessage(token: string): Promise<ContactReceipt> {
  return callApi("/api/contact/handed", { method: "POST", body: { token } });
}

/** Returns a signed timestamp for a form that is opened now. */
export function getFormStamp(signal: AbortSignal): Promise<FormStampAnswer> {
  return callApi("/api/contact/form-stamp", { signal });
}

/**
 * Sends a visitor's message, with its form stamp and Turnstile token if they exist. The edge stores one message for an
 * `idempotencyKey` (a UUID), so a call can be repeated after a lost response. @throws ApiError `invalid_fields` with
 * the rejected fields, `unexpected_answer` for a successful response of another sender, such as a captive portal
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
