import type { ContactInput, ContactReceipt } from "#functions/contract/contact.ts";
import { ApiError } from "#web/api/api-error.ts";
import { sendContactMessage } from "#web/api/contact.ts";
import { answerIsOpen, sendingProblem } from "#web/sections/contact-problems.ts";
import { findStamp, renewStamp, whenOpened } from "#web/sections/screening/form-stamp.ts";
import { forgetToken, takeToken } from "#web/sections/screening/turnstile-token.ts";
import { backoff, isTooOld } from "./backoff.ts";
import { getMessage, keepMessage, removeMessage, type WaitingMessage } from "./waiting-messages.ts";

/** What came of a try. What `failed` is not kept here; what is `waiting` is tried again. */
export type Outcome =
  | { state: "sent"; receipt: ContactReceipt }
  | { state: "waiting"; error: ApiError }
  | { state: "refused" | "failed"; error: ApiError };

/** How long one try may take, in milliseconds. */
const tryTimeout = 30_000;
/** How long storage may take, in milliseconds: a visitor waits for it before anything is sent. */
const storageTimeout = 1_000;

/** Runs work while no other tab does anything with that message. */
const holding = <T>(key: string, options: LockOptions, work: (lock: Lock | null) => Promise<T>): Promise<T> =>
  navigator.locks.request(`contact ${key}`, options, work);

async function handOver(
  message: ContactInput,
  idempotencyKey: string,
  stamp: string | null,
): Promise<ContactReceipt | ApiError> {
  try {
    const token = takeToken(idempotencyKey);
    const sent = { idempotencyKey, stamp, token };
    const receipt = await sendContactMessage(message, sent, AbortSignal.timeout(tryTimeout));
    renewStamp();
    forgetToken(idempotencyKey);
    return receipt;
  } catch (error) {
    return error instanceof ApiError ? error : new ApiError("unreachable");
  }
}

/** One try of a kept message, by who holds it. A refused one is still kept: who tried says where it goes. */
async function attempt(waiting: WaitingMessage): Promise<Outcome> {
  const { key, message } = waiting;
  const stamp = waiting.stamp ?? findStamp(waiting.openedAt ?? waiting.since);
  const answer = await handOver(message, key, stamp);
  if (!(answer instanceof ApiError)) {
    await removeMessage(key, "sent");
    return { state: "sent", receipt: answer };
  }
  const error = answer;
  if (!answerIsOpen(error)) return { state: "refused", error };
  const tries = waiting.tries + 1;
  const dueAt = Date.now() + backoff(tries, error.retryAfter);
  await keepMessage({ ...waiting, tries, dueAt, problem: sendingProblem(error), ...(stamp && { stamp }) });
  return { state: "waiting", error };
}

async function isKept(waiting: WaitingMessage): Promise<boolean> {
  try {
    const late = new Promise<never>((_, reject) => setTimeout(reject, storageTimeout));
    await Promise.race([keepMessage(waiting), late]);
    return true;
  } catch {
    // What is written later than that would be sent without anyone knowing.
    removeMessage(waiting.key, "taken").catch(() => {});
    return false;
  }
}

/** Keeps a message in this browser (`onKept`), then sends it. Where it cannot be kept, it is sent all the same. */
export async function sendMessage(message: ContactInput, key: string, onKept: () => void): Promise<Outcome> {
  const waiting: WaitingMessage = {
    ...{ key, message, openedAt: whenOpened(), since: Date.now() },
    ...{ tries: 0, dueAt: 0 },
  };
  try {
    return await holding(key, {}, async () => {
      if (!(await isKept(waiting))) return sendUnkept(message, key);
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

async function sendUnkept(message: ContactInput, key: string): Promise<Outcome> {
  const answer = await handOver(message, key, findStamp(whenOpened()));
  if (!(answer instanceof ApiError)) return { state: "sent", receipt: answer };
  return { state: answerIsOpen(answer) ? "failed" : "refused", error: answer };
}

/**
 * Tries a kept message again, `isFresh` when there is a new reason to believe in it; null when another tab does, or it
 * is not to be sent anymore. What is refused, or a day old, is returned to its sender.
 */
export const retryMessage = (key: string, isFresh: boolean): Promise<Outcome | null> =>
  holding(key, { ifAvailable: true }, async (lock) => {
    const waiting = lock && (await getMessage(key));
    if (!waiting || waiting.returned) return null;
    if (isTooOld(waiting.since, Date.now())) {
      await keepMessage({ ...waiting, returned: { problem: "contact.expired", errors: [] } });
      return null;
    }
    const outcome = await attempt(isFresh ? { ...waiting, tries: 0 } : waiting);
    if (outcome.state === "refused") {
      const { error } = outcome;
      await keepMessage({ ...waiting, returned: { problem: sendingProblem(error), errors: error.errors } });
    }
    return outcome;
  });

/**
 * Takes a message back after the try that may be under way: `onTaken` puts it elsewhere before it is removed. It is not
 * called when that try has sent it.
 */
export const takeMessage = (key: string, onTaken: (waiting: WaitingMessage) => void): Promise<void> =>
  holding(key, {}, async () => {
    const waiting = await getMessage(key);
    if (!waiting) return;
    onTaken(waiting);
    await removeMessage(key, "taken");
  });
