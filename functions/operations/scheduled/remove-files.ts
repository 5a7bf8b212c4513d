import type { R2Bucket } from "@cloudflare/workers-types";
import * as v from "valibot";
import type { Environment } from "#functions/env.ts";
import { connect, type Database } from "#functions/kernel/database/database.ts";
import { columnParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { dayMs, hourMs } from "#functions/kernel/durations.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";

const toId = columnParser("id", v.string());

/** Time for which the part of a file waits for the others, in milliseconds. */
const partMs = 7 * dayMs;
/** Time for which a file waits for its message, which stays in the spool or in a mail for 30 days, in milliseconds. */
const waitingMs = 31 * dayMs;

/** The bucket deletes so many files in one call. */
const mostFiles = 1_000;

/**
 * Deletes the files of deleted conversations from the bucket, and files that no message has after 31 days. Each run examines
 * a sixteenth of the bucket for those, by the first digit of the key. Never throws, because the next run repeats it.
 */
export async function removeFiles(environment: Environment, now: number): Promise<void> {
  const { ATTACHMENTS: bucket } = environment;
  if (!bucket) return;
  try {
    const removed = await removeDeleted(bucket, connect(environment));
    const unknown = await removeUnknown(bucket, connect(environment), now);
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

/** Deletes old parts of uploads, and old files without a row. Returns their number. */
async function removeUnknown(bucket: R2Bucket, database: Database, now: number): Promise<number> {
  const prefix = (Math.floor(now / hourMs) % 16).toString(16);
  let count = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await bucket.list({ prefix, ...(cursor && { cursor }) });
    const listOld = (ageMs: number) =>
      page.objects.filter(({ uploaded }) => now - uploaded.getTime() > ageMs).map(({ key }) => key);
    // The parts of uploaded files have longer keys.
    const parts = listOld(partMs).filter((key) => key.includes("/"));
    const oldIds = listOld(waitingMs).filter((key) => !key.includes("/"));
    const { unknown } = await database.run("retention", {
      unknown: sql`select id from unknown_attachments(${oldIds}::uuid[]) id`,
    });
    const removedKeys = [...parts, ...unknown.map(toId)];
    if (removedKeys.length > 0) await bucket.delete(removedKeys);
    count += removedKeys.length;
    if (!page.truncated) return count;
    cursor = page.cursor;
  }
}
