import type { KVNamespace } from "@cloudflare/workers-types";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { daySeconds as day } from "#functions/kernel/durations.ts";
import { inTime } from "#functions/kernel/kv.ts";
import type { NewSubmission } from "./store.ts";
import { readWaiting } from "./waiting-submission.ts";

/** What the names of waiting messages begin with. */
export const waitingPrefix = "contact/";
/** Before a key: for which message it was used. */
const used = "used/";
const marker = "last-taken";
/** How long KV keeps a message, in seconds: nothing else removes one that no release can read. */
export const waitingSeconds = 30 * day;
/** How long after the last message was taken the spool is looked into all the time, in milliseconds. */
const busyTime = 3_600_000;

/**
 * Keeps a message while the database cannot, once for its key.
 * @throws Refusal idempotency_conflict when another message is kept under the key; Error when the spool did not take it
 */
export async function spoolSubmission(spool: KVNamespace, submission: NewSubmission): Promise<void> {
  const { key, bodyHash } = submission;
  const known = await inTime(spool.get(used + key));
  if (known && known !== bodyHash) throw new Refusal("idempotency_conflict");
  // An answer may be a minute old: so a name of its own for each message, and none is written over.
  const name = `${waitingPrefix}${key}/${bodyHash}`;
  // Many at once may not all leave the mark; without it a message waits for the full hour at most.
  const marked = inTime(spool.put(marker, String(Date.now()))).catch(() => {});
  const remembered = inTime(spool.put(used + key, bodyHash, { expirationTtl: day })).catch(() => {});
  await Promise.all([
    inTime(spool.put(name, JSON.stringify(submission), { expirationTtl: waitingSeconds })),
    marked,
    remembered,
  ]);
}

/** Whether the spool has taken a message lately, so that it is worth looking into it. Listing is dear, and reading is not. */
export async function hasSpooledLately(spool: KVNamespace): Promise<boolean> {
  const last = Number(await inTime(spool.get(marker)));
  return Date.now() - last < busyTime;
}

/** A message that waits: its name, and since when in milliseconds, null for a message that an earlier release kept without an end. */
export type SpoolEntry = { name: string; since: number | null };

/** The messages that wait, in no order. */
export async function* listSpooled(spool: KVNamespace): AsyncGenerator<SpoolEntry> {
  for (let cursor: string | undefined; ; ) {
    const page = await inTime(spool.list({ prefix: waitingPrefix, ...(cursor && { cursor }) }));
    for (const { name, expiration } of page.keys) {
      yield { name, since: expiration === undefined ? null : (expiration - waitingSeconds) * 1000 };
    }
    if (page.list_complete) return;
    cursor = page.cursor;
  }
}

/** The text of a message that waits; null where another run was faster. @throws Error when KV does not answer */
export const readSpooled = (spool: KVNamespace, name: string): Promise<string | null> =>
  inTime(spool.get(name));

/** The message that such a text has. @throws Error when it is none */
export const parseSpooled = (text: string): NewSubmission => readWaiting(JSON.parse(text));

/** Forgets a message that is in the database. */
export const removeSpooled = (spool: KVNamespace, name: string): Promise<void> => inTime(spool.delete(name));
