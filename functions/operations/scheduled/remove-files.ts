import type { KVNamespace, R2Bucket } from "@cloudflare/workers-types";
import * as v from "valibot";
import { readSpooled } from "#functions/contact/index.ts";
import type { Environment } from "#functions/env.ts";
import { connect, type Database } from "#functions/kernel/database/database.ts";
import { columnParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { dayMs, hourMs } from "#functions/kernel/durations.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";

const toId = columnParser("id", v.string());

/** Time for which a file or a part waits for its message, in milliseconds: a week. */
const waitingMs = 7 * dayMs;

/** The bucket deletes so many files in one call. */
const mostFiles = 1_000;

/**
 * Deletes the files of deleted conversations from the bucket, and files that no message has after a week. Each run examines
 * a sixteenth of the bucket for those, by the first digit of the key. Never throws, because the next run repeats it.
 */
export async function removeFiles(environment: Environment, now: number): Promise<void> {
  const { ATTACHMENTS: bucket, SPOOL: spool } = environment;
  if (!bucket) return;
  try {
    const removed = await removeDeleted(bucket, connect(environment));
    const unknown = await removeUnknown(bucket, spool, connect(environment), now);
    if (removed + unknown > 0) logLine({ event: "files_removed", removed, unknown });
  } catch (error) {
    logLine({ event: "files_not_removed", ...describeFault(error) });
  }
}

/** Deletes the content of files whose rows were deleted, then the records of that. Returns their number. */
async function removeDeleted(bucket: R2Bucket, database: Database): Promise<number> {
  const { listed } = await database.run("retention", {
    listed: sql`select id from removed_attachments order by removed_at limit ${mostFiles}`,
  });
  const ids = listed.map(toId);
  if (ids.length === 0) return 0;
  await bucket.delete(ids);
  await database.run("retention", {
    removed: sql`delete from removed_attachments where id = any(${ids}::uuid[])`,
  });
  return ids.length;
}

/**
 * Deletes parts of uploads, and files without a row, that are older than a week. Files of messages in the spool stay.
 * Returns the number of deleted keys.
 */
async function removeUnknown(
  bucket: R2Bucket,
  spool: KVNamespace | undefined,
  database: Database,
  now: number,
): Promise<number> {
  const prefix = (Math.floor(now / hourMs) % 16).toString(16);
  let count = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await bucket.list({ prefix, ...(cursor && { cursor }) });
    const oldKeys = page.objects
      .filter(({ uploaded }) => now - uploaded.getTime() > waitingMs)
      .map(({ key }) => key);
    // The parts of uploaded files have longer keys.
    const parts = oldKeys.filter((key) => key.includes("/"));
    const oldIds = oldKeys.filter((key) => !key.includes("/"));
    const { unknown } = await database.run("retention", {
      unknown: sql`select id from unknown_attachments(${oldIds}::uuid[]) id`,
    });
    const unknownIds = unknown.map(toId);
    const spooled = spool && unknownIds.length > 0 ? await readSpooled(spool) : "";
    const removedKeys = [...parts, ...unknownIds.filter((id) => !spooled.includes(id))];
    if (removedKeys.length > 0) await bucket.delete(removedKeys);
    count += removedKeys.length;
    if (!page.truncated) return count;
    cursor = page.cursor;
  }
}
