import type { ContactReceipt } from "#functions/contract/answers.schema.ts";
import type { ContactInput } from "#functions/contract/contact.schema.ts";
import { formStampHeader, turnstileHeader } from "#functions/contract/contact.ts";
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

/** Runs work while no other tab works on that message. */
const withMessageLock = <T>(
  key: string,
  options: LockOptions,
  work: (lock: Lock | null) => Promise<T>,
): Promise<T> => navigator.locks.request(`contact ${key}`, options, work);

/** Sends a message. The edge stores one message for a key, so a call can be repeated after a lost response. */
async function handOver(
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

/** Sends a stored message once, under its lock. A refused message stays stored, because the caller decides about it. */
async function attempt(waiting: WaitingMessage): Promise<DeliveryOutcome> {
  const { key, message } = waiting;
  const stamp = waiting.stamp ?? findStamp(waiting.openedAt ?? waiting.since);
  const answer = await handOver(message, key, stamp);
  if (!(answer instanceof ApiError)) {
    await removeMessage(key, "sent");
    return { state: "sent", receipt: answer };
  }
  const error = answer;
  if (!isAnswerOpen(error)) return { state: "refused", error };
  const tries = waiting.tries + 1;
  const dueAt = Date.now() + getBackoffMs(tries, error.retryAfter);
  await keepMessage({ ...waiting, tries, dueAt, problem: toSendingProblem(error), ...(stamp && { stamp }) });
  return { state: "waiting", error };
}

async function tryKeepMessage(waiting: WaitingMessage): Promise<boolean> {
  try {
    const timeout = new Promise<never>((_, reject) => setTimeout(reject, storageTimeoutMs));
    await Promise.race([keepMessage(waiting), timeout]);
    return true;
  } catch {
    // A message that is written after the timeout would be sent a second time.
    removeMessage(waiting.key, "taken").catch(() => {});
    return false;
  }
}

/** Stores a message in this browser (`onKept`), then sends it. A message that cannot be stored is sent as well. */
export async function sendMessage(
  message: ContactInput,
  key: string,
  onKept: () => void,
): Promise<DeliveryOutcome> {
  const waiting: WaitingMessage = {
    key,
    message,
    openedAt: getOpenedAt(),
    since: Date.now(),
    tries: 0,
    dueAt: 0,
  };
  try {
    return await withMessageLock(key, {}, async () => {
      if (!(await tryKeepMessage(waiting))) return sendUnkept(message, key);
      onKept();
      const outcome = await attempt(waiting);
      if (outcome.state === "refused") await removeMessage(key, "taken");
      return outcome;
    });
  } catch {
    // Without storage there are no locks either.
    return sendUnkept(message, key);
  }
}

async function sendUnkept(message: ContactInput, key: string): Promise<DeliveryOutcome> {
  const answer = await handOver(message, key, findStamp(getOpenedAt()));
  if (!(answer instanceof ApiError)) return { state: "sent", receipt: answer };
  return { state: isAnswerOpen(answer) ? "failed" : "refused", error: answer };
}

/**
 * Sends a stored message again. A message that is refused, or a day old, is returned to its sender.
 * @param isFresh resets the backoff, for example when the connection is back
 * @returns null if another tab is sending the message, or it no longer waits
 */
export const retryMessage = (key: string, isFresh: boolean): Promise<DeliveryOutcome | null> =>
  withMessageLock(key, { ifAvailable: true }, async (lock) => {
    const waiting = lock && (await getMessage(key));
    if (!waiting || waiting.returned) return null;
    if (isTooOld(waiting.since, Date.now())) {
      await keepMessage({ ...waiting, returned: { problem: "contact.expired", errors: [] } });
      return null;
    }
    const outcome = await attempt(isFresh ? { ...waiting, tries: 0 } : waiting);
    if (outcome.state === "refused") {
      const { error } = outcome;
      await keepMessage({ ...waiting, returned: { problem: toSendingProblem(error), errors: error.errors } });
    }
    return outcome;
  });

/**
 * Takes a message back once no attempt is under way. `onTaken` stores it elsewhere before it is removed, and is not
 * called if that attempt has sent it.
 */
export const takeMessage = (key: string, onTaken: (waiting: WaitingMessage) => void): Promise<void> =>
  withMessageLock(key, {}, async () => {
    const waiting = await getMessage(key);
    if (!waiting) return;
    onTaken(waiting);
    await removeMessage(key, "taken");
  });
