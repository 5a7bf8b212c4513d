import type { ContactReceipt } from "#functions/contract/answers.schema.ts";
import { type ContactInput, formStampHeader, turnstileHeader } from "#functions/contract/contact.ts";
import { ApiError } from "#web/api/api-error.ts";
import { callApi } from "#web/api/client.ts";
import { isAnswerOpen, toSendingProblem } from "#web/sections/contact-problems.ts";
import { findStamp, getOpenedAt, renewStamp } from "#web/sections/screening/form-stamp.ts";
import { renewToken, takeToken } from "#web/sections/screening/turnstile.ts";
import { getMessage, keepMessage, removeMessage, type WaitingMessage } from "./waiting-messages.ts";

/**
 * The result of an attempt. A `waiting` message is sent again later. A `failed` message is not stored in this browser.
 */
export type DeliveryOutcome =
  | { state: "sent"; receipt: ContactReceipt }
  | { state: "waiting"; error: ApiError }
  | { state: "refused" | "failed"; error: ApiError };

const attemptTimeoutMs = 30_000;
/** The visitor waits that long for storage before the message is sent. */
const storageTimeoutMs = 1_000;
const minDelayMs = 5_000;
const maxDelayMs = 5 * 60_000;
const maxAgeMs = 24 * 60 * 60_000;

/**
 * Returns the delay in milliseconds after that many attempts. An answer may ask for more (`retryAfter`, in seconds).
 */
export const getBackoffMs = (tries: number, retryAfter: number | null): number =>
  Math.max(Math.min(minDelayMs * 2 ** (tries - 1), maxDelayMs), (retryAfter ?? 0) * 1_000);

/** Whether a message has waited too long to be sent without asking its sender. */
export const isTooOld = (since: number, now: number): boolean => now - since >= maxAgeMs;

/** Returns the milliseconds until the next message is due. A moment that has passed counts as the shortest delay. */
export const getNextDelayMs = (dueAt: readonly number[], now: number): number =>
  Math.min(Math.max(Math.min(...dueAt) - now, minDelayMs), maxDelayMs);

/**
 * Runs `work` with the lock of a message, so that two tabs never send it at once. With `ifAvailable`, `work` runs with
 * null in place of a lock that another tab holds.
 */
const withMessageLock = <T>(
  key: string,
  options: LockOptions,
  work: (lock: Lock | null) => Promise<T>,
): Promise<T> => navigator.locks.request(`contact ${key}`, options, work);

/** Sends a message to the edge, which stores one for a key. So a call can be repeated after a lost response. */
async function postToEdge(
  message: ContactInput,
  idempotencyKey: string,
  stamp: string | null,
): Promise<ContactReceipt | ApiError> {
  try {
    const token = takeToken(idempotencyKey);
    const receipt = await callApi<Partial<ContactReceipt> | null>("/api/contact", {
      method: "POST",
      body: message,
      headers: {
        "Idempotency-Key": idempotencyKey,
        ...(stamp && { [formStampHeader]: stamp }),
        ...(token && { [turnstileHeader]: token }),
      },
      signal: AbortSignal.timeout(attemptTimeoutMs),
    });
    // Another sender has answered, such as a captive portal.
    if (receipt?.status !== "stored" && receipt?.status !== "queued")
      return new ApiError("unexpected_answer");
    renewStamp();
    renewToken(idempotencyKey);
    return receipt as ContactReceipt;
  } catch (error) {
    return error instanceof ApiError ? error : new ApiError("unreachable");
  }
}

/**
 * Sends a stored message once, while the caller holds its lock. A refused message stays stored, because the caller
 * decides about it. After any other failure the message is due again later.
 */
async function attemptDelivery(waitingMessage: WaitingMessage): Promise<DeliveryOutcome> {
  const { key, message } = waitingMessage;
  const stamp = waitingMessage.stamp ?? findStamp(waitingMessage.openedAt);
  const answer = await postToEdge(message, key, stamp);
  if (!(answer instanceof ApiError)) {
    await removeMessage(key, "sent");
    return { state: "sent", receipt: answer };
  }
  if (!isAnswerOpen(answer)) return { state: "refused", error: answer };
  const tries = waitingMessage.tries + 1;
  const dueAt = Date.now() + getBackoffMs(tries, answer.retryAfter);
  const problem = toSendingProblem(answer);
  await keepMessage({ ...waitingMessage, tries, dueAt, problem, ...(stamp && { stamp }) });
  return { state: "waiting", error: answer };
}

/** Stores a message in this browser. Returns false if storage fails or takes too long, because the visitor waits. */
async function tryKeepMessage(waitingMessage: WaitingMessage): Promise<boolean> {
  try {
    const timeout = new Promise<never>((_, reject) => setTimeout(reject, storageTimeoutMs));
    await Promise.race([keepMessage(waitingMessage), timeout]);
    return true;
  } catch {
    // A message that is written after the timeout would be sent a second time.
    removeMessage(waitingMessage.key, "taken").catch(() => {});
    return false;
  }
}

/** Stores a message in this browser (`onKept`), then sends it. A message that cannot be stored is sent as well. */
export async function sendMessage(
  message: ContactInput,
  key: string,
  onKept: () => void,
): Promise<DeliveryOutcome> {
  const waitingMessage: WaitingMessage = {
    key,
    message,
    openedAt: getOpenedAt(),
    since: Date.now(),
    tries: 0,
    dueAt: 0,
  };
  try {
    return await withMessageLock(key, {}, async () => {
      if (!(await tryKeepMessage(waitingMessage))) return sendWithoutStorage(message, key);
      onKept();
      const outcome = await attemptDelivery(waitingMessage);
      // The form still has the text, which the visitor corrects there.
      if (outcome.state === "refused") await removeMessage(key, "taken");
      return outcome;
    });
  } catch {
    // Without storage there are no locks either.
    return sendWithoutStorage(message, key);
  }
}

/** Sends a message that this browser cannot store. An unsent one stays in the form: `failed` if a retry may succeed. */
async function sendWithoutStorage(message: ContactInput, key: string): Promise<DeliveryOutcome> {
  const answer = await postToEdge(message, key, findStamp(getOpenedAt()));
  if (!(answer instanceof ApiError)) return { state: "sent", receipt: answer };
  return { state: isAnswerOpen(answer) ? "failed" : "refused", error: answer };
}

/**
 * Sends a stored message again. A message that is refused, or a day old, is marked as `returned`, so that its text goes
 * back into the form.
 * @param resetsBackoff whether the delay starts anew, for example because the connection is back. Then it waits for the
 * end of an attempt under way, whose failure would put the message off for minutes.
 * @returns null without an attempt: another tab sends the message, it no longer waits, or it is a day old
 */
export const retryMessage = (key: string, resetsBackoff: boolean): Promise<DeliveryOutcome | null> =>
  withMessageLock(key, { ifAvailable: !resetsBackoff }, async (lock) => {
    const waitingMessage = lock && (await getMessage(key));
    if (!waitingMessage || waitingMessage.returned) return null;
    if (isTooOld(waitingMessage.since, Date.now())) {
      await keepMessage({ ...waitingMessage, returned: { problem: "contact.expired", errors: [] } });
      return null;
    }
    const outcome = await attemptDelivery(resetsBackoff ? { ...waitingMessage, tries: 0 } : waitingMessage);
    if (outcome.state === "refused") {
      const { error } = outcome;
      const rejection = { problem: toSendingProblem(error), errors: error.errors };
      await keepMessage({ ...waitingMessage, returned: rejection });
    }
    return outcome;
  });

/**
 * Removes a message from the outbox once no attempt is under way, because its text returns to the form. `onTaken`
 * writes it there before the removal, and is not called if an attempt has sent it.
 */
export const takeMessage = (key: string, onTaken: (waitingMessage: WaitingMessage) => void): Promise<void> =>
  withMessageLock(key, {}, async () => {
    const waitingMessage = await getMessage(key);
    if (!waitingMessage) return;
    onTaken(waitingMessage);
    await removeMessage(key, "taken");
  });
