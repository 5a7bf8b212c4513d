import type { Environment } from "#functions/env.ts";
import { connect } from "#functions/kernel/database/database.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { sendDueMails } from "#functions/mail/index.ts";
import { findDue, findNextDue, keepLook } from "#functions/operations/due-work.ts";
import { startDueBuilds } from "#functions/site/index.ts";
import { purge } from "./purge.ts";

/**
 * Sends the mails that are due, starts the builds that are, and removes what is past its time; where nothing is due the database is
 * not asked, so that it may sleep. `isSure` where the caller knows that something was left in it. Never throws, and logs what went wrong.
 */
export async function doDueWork(environment: Environment, isSure: boolean): Promise<void> {
  const { SPOOL: spool, DEPLOY_HOOK_URL: hook } = environment;
  const at = Date.now();
  const { isDue, isPurgeDue, last } = await findDue(spool, at);
  if (!isDue && !isSure) return;
  await Promise.all([sendDueMails(environment), startDueBuilds(environment)]);
  if (isPurgeDue) await purge(environment);
  if (!spool) return;
  try {
    const next = await findNextDue(connect(environment), { now: Date.now(), startsBuilds: Boolean(hook) });
    await keepLook(spool, { at, next, purgedAt: isPurgeDue ? at : last.purgedAt });
  } catch (error) {
    // The next run asks again.
    logLine({ event: "next_work_not_known", ...describeFault(error) });
  }
}
