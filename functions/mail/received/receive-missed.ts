import type { KVNamespace } from "@cloudflare/workers-types";
import * as v from "valibot";
import type { Environment } from "#functions/env.ts";
import { connect } from "#functions/kernel/database/database.ts";
import { dayMs } from "#functions/kernel/durations.ts";
import { openKvRecord } from "#functions/kernel/kv.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { listUnstored } from "./receive.ts";
import { listReceived, receiveFromResend } from "./resend.ts";

/** The provider's webhook is repeated for a day. */
const searchedMs = 3 * dayMs;
/** Mails that one run stores. The next run continues. */
const mostMails = 50;

/** The newest listed mail, once all listed mails are stored. KV has it, so that a run without mails queries no database. */
const newestStored = openKvRecord("mail/newest", v.nullable(v.string()), null);

/**
 * Stores the mails of the last three days that no webhook reported. Returns whether it queried the database. Never
 * throws, because the next run searches again.
 */
export async function receiveMissedMails(environment: Environment, now: number): Promise<boolean> {
  const { SPOOL: kv, MAIL_REPLY_DOMAIN: domain } = environment;
  if (!domain) return false;
  try {
    const ids: string[] = [];
    for await (const page of listReceived(now - searchedMs, environment)) ids.push(...page);
    const [newest = null] = ids;
    if (newest === null || (kv && (await readNewest(kv)) === newest)) return false;
    const missedIds = await listUnstored(connect(environment), ids.reverse());
    let storedCount = 0;
    for (const id of missedIds.slice(0, mostMails))
      storedCount += Number(await receiveMissedMail(id, environment));
    if (missedIds.length > 0)
      logLine({ event: "missed_mails_received", missed: missedIds.length, storedCount });
    if (kv && storedCount === missedIds.length) await newestStored.store(kv, newest);
    return true;
  } catch (error) {
    logLine({ event: "missed_mails_not_listed", ...describeFault(error) });
    return false;
  }
}

const readNewest = (kv: KVNamespace) => newestStored.read(kv).catch(() => null);

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
