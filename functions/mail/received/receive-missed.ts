import type { KVNamespace } from "@cloudflare/workers-types";
import * as v from "valibot";
import type { Environment } from "#functions/env.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import { connect } from "#functions/kernel/database/database.ts";
import { dayMs } from "#functions/kernel/durations.ts";
import { openKvRecord } from "#functions/kernel/kv.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { listMissing } from "./receive.ts";
import { listReceived, receiveFromResend } from "./resend.ts";

/** The provider's webhook is repeated for a day. */
const repeatedMs = 3 * dayMs;
/** Shorter than the retention of `received_mails`, so no mail is stored again. */
const longestSearchMs = 28 * dayMs;
/** Mails that one run stores. The next run continues. */
const mostMails = 50;

/**
 * The newest mail and the time of the last run after which the database had all listed mails. KV has it, so that a run
 * without mails queries no database. It does not count for another database, such as a restored one, which lacks mails.
 */
const lastSearch = openKvRecord(
  "mail/searched",
  v.nullable(v.object({ database: v.string(), newest: v.string(), at: v.number() })),
  null,
);

/** Returns the last complete search for missed mails in this database; null without one. */
async function readLastSearch(kv: KVNamespace | undefined, database: string) {
  const search = kv ? await lastSearch.read(kv).catch(() => null) : null;
  return search?.database === database ? search : null;
}

/**
 * Stores the mails since the last complete search that no webhook reported. Returns whether it queried the database. Never
 * throws, because the next run searches again.
 */
export async function receiveMissedMails(environment: Environment, now: number): Promise<boolean> {
  const { SPOOL: kv, MAIL_REPLY_DOMAIN: domain, DATABASE_URL } = environment;
  if (!domain) return false;
  try {
    const database = await sha256(DATABASE_URL);
    const last = await readLastSearch(kv, database);
    const since = Math.max(now - longestSearchMs, (last?.at ?? 0) - repeatedMs);
    const ids: string[] = [];
    for await (const page of listReceived(since, environment)) {
      ids.push(...page);
      if (ids[0] !== undefined && ids[0] === last?.newest) return false;
    }
    const [newest] = ids;
    if (newest === undefined) return false;
    const missedIds = await listMissing(connect(environment), ids.reverse());
    let storedCount = 0;
    for (const id of missedIds.slice(0, mostMails))
      storedCount += Number(await receiveMissedMail(id, environment));
    if (missedIds.length > 0)
      logLine({ event: "missed_mails_received", missed: missedIds.length, storedCount });
    if (kv && storedCount === missedIds.length) await lastSearch.store(kv, { database, newest, at: now });
    return true;
  } catch (error) {
    logLine({ event: "missed_mails_not_listed", ...describeFault(error) });
    return false;
  }
}

/** Stores a mail. Returns whether it is stored, because one that fails must not stop the others. */
async function receiveMissedMail(id: string, environment: Environment): Promise<boolean> {
  try {
    // A new connection has the time limit of one request.
    const outcome = await receiveFromResend(id, { database: connect(environment), environment });
    logLine({ event: "mail_received", outcome });
    return outcome !== "limited";
  } catch (error) {
    logLine({ event: "mail_not_received", ...describeFault(error) });
    return false;
  }
}
