import type { OwnMessage } from "#functions/contract/own-message.ts";
import { callApi } from "./client.ts";

/** Returns the reference, the date and the retention of the message that a mailed link's token is of. @throws ApiError `not_found` for a token that is none, `message_gone` */
export function getOwnMessage(token: string, signal: AbortSignal): Promise<OwnMessage> {
  return callApi("/api/contact/own", { method: "POST", body: { token }, signal });
}

/** Erases that message for good. @throws ApiError as above */
export function eraseOwnMessage(token: string): Promise<void> {
  return callApi("/api/contact/own/erase", { method: "POST", body: { token } });
}
