import { drainSpool } from "#functions/contact/index.ts";
import { type Environment, readEnvironment } from "#functions/env.ts";
import { connect } from "#functions/kernel/database/database.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { openLogSink } from "#functions/kernel/log/log-sink.ts";
import { sendDueMails } from "#functions/mail/index.ts";
import { findDue, findNextDue, keepLook } from "#functions/operations/due-work.ts";
import { watchCanary } from "#functions/operations/synthetic-message/watch.ts";
import { findMissedBuild, publishDue, startDueBuilds } from "#functions/site/index.ts";
import { purge } from "./purge.ts";
import { keepCronRun } from "./reports.ts";
import { watchSpool } from "./watch-spool.ts";

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

// Work that no request starts: every minute what is to be published by now, the messages that wait in the spool, and what is due in the
// database, which is asked only where something may be; every hour the build that was missed, and a message of our own that is followed.

export default {
  async scheduled({ scheduledTime }, bindings, context) {
    const sendLines = openLogSink(bindings);
    const environment = await readEnvironment(bindings);
    const isHourly = new Date(scheduledTime).getUTCMinutes() === 0;
    const databaseWork = async () => {
      const [drain, isBuildAsked, isCanaryAsked] = await Promise.all([
        drainSpool(environment, { isThorough: isHourly }),
        isHourly ? findMissedBuild(environment) : false,
        watchCanary(environment, { isHourly }),
      ]);
      if (isHourly) await watchSpool(environment, drain);
      // A database that was asked is awake: now is the time for what is due.
      await doDueWork(environment, drain.drained > 0 || isBuildAsked || isCanaryAsked);
    };
    await Promise.all([publishDue(environment), databaseWork(), remember(environment)]);
    if (sendLines) context.waitUntil(sendLines());
  },
} satisfies ExportedHandler<Record<string, unknown>>;

async function remember({ SPOOL: spool }: Environment): Promise<void> {
  if (!spool) return;
  await keepCronRun(spool, Date.now()).catch((error) =>
    logLine({ event: "cron_run_not_kept", ...describeFault(error) }),
  );
}
