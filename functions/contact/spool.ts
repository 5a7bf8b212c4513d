import type { KVNamespace } from "@cloudflare/workers-types";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { daySeconds as day } from "#functions/kernel/durations.ts";
import { awaitKv } from "#functions/kernel/kv.ts";
import type { NewSubmission } from "./store.ts";

/** Prefix of the KV keys of spooled messages. */
export const waitingPrefix = "contact/";
/** Prefix of the KV keys that store for which message an idempotency key was used. */
const usedKeyPrefix = "used/";
const markerKey = "last-taken";
/** Retention of a spooled message, in seconds. Nothing else removes a message that no release can read. */
export const waitingSeconds = 30 * day;
/** Time after the last spooled message during which every run lists the spool, in milliseconds. */
const busyTimeMs = 3_600_000;

/**
 * Stores a message in the spool while the database is away. A repeated call with the same message stores it once.
 * @throws Refusal idempotency_conflict if KV already shows another message of the key; Error if KV does not accept it
 */
export async function spoolSubmission(spool: KVNamespace, submission: NewSubmission): Promise<void> {
  const { key, bodyHash } = submission;
  const storedHash = await awaitKv(spool.get(usedKeyPrefix + key));
  if (storedHash && storedHash !== bodyHash) throw new Refusal("idempotency_conflict");
  // A KV read may be a minute old. Each message therefore has a name of its own, and none is overwritten.
  const name = `${waitingPrefix}${key}/${bodyHash}`;
  // Concurrent writes of the marker may fail. Without the marker a message waits at most until the next full hour.
  const markerWrite = awaitKv(spool.put(markerKey, String(Date.now()))).catch(() => {});
  const hashWrite = awaitKv(spool.put(usedKeyPrefix + key, bodyHash, { expirationTtl: day })).catch(() => {});
  await Promise.all([
    awaitKv(spool.put(name, JSON.stringify(submission), { expirationTtl: waitingSeconds })),
    markerWrite,
    hashWrite,
  ]);
}

/** Returns whether a message was spooled within the last hour. If not, a run can skip the listing, which KV bills. */
export async function hasSpooledLately(spool: KVNamespace): Promise<boolean> {
  const lastSpooledAt = Number(await awaitKv(spool.get(markerKey)));
  return Date.now() - lastSpooledAt < busyTimeMs;
}

/** A spooled message: its name, and its arrival in milliseconds since 1970. */
type SpoolEntry = { name: string; arrivedAt: number };

/**
 * Lists the spooled messages in no particular order. KV stores only their expiry, from which the arrival follows. An
 * entry without expiry, which an operator wrote, counts as new.
 */
export async function* listSpooled(spool: KVNamespace): AsyncGenerator<SpoolEntry> {
  for (let cursor: string | undefined; ; ) {
    const page = await awaitKv(spool.list({ prefix: waitingPrefix, ...(cursor && { cursor }) }));
    for (const { name, expiration } of page.keys) {
      yield { name, arrivedAt: expiration ? (expiration - waitingSeconds) * 1000 : Date.now() };
    }
    if (page.list_complete) return;
    cursor = page.cursor;
  }
}
