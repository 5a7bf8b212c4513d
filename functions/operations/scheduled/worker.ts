import { drainSpool } from "#functions/contact/index.ts";
import { type Environment, readEnvironment } from "#functions/env.ts";
import { connect } from "#functions/kernel/database/database.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { openLogSink } from "#functions/kernel/log/log-sink.ts";
import { sendDueMails } from "#functions/mail/index.ts";
import { receiveFromCloudflare } from "#functions/mail/received/cloudflare.ts";
import { receiveMissedMails } from "#functions/mail/received/receive-missed.ts";
import { findDue, findNextDue, queryRecord } from "#functions/operations/due-work.ts";
import { watchSyntheticMessage } from "#functions/operations/synthetic-message/watch.ts";
import { requestMissedBuild, startDueBuilds } from "#functions/site/publishing/builds.ts";
import { storeOpeningHours } from "#functions/site/publishing/opening-hours.ts";
import { publishDue } from "#functions/site/publishing/publish-due.ts";
import { purge } from "./purge.ts";
import { removeFiles } from "./remove-files.ts";
import { storeCronRun } from "./reports.ts";
import { watchSpool } from "./watch-spool.ts";

/**
 * Sends the due mails, starts the due builds and, at most once an hour, deletes expired rows and files and copies the
 * opening hours. Without due work or `hasKnownWork`, it queries the database only every six hours, which may then sleep. Never throws, and logs failures.
 */
export async function doDueWork(environment: Environment, hasKnownWork: boolean): Promise<void> {
  const { SPOOL: spool, DEPLOY_HOOK_URL: hook } = environment;
  const startedAt = Date.now();
  const { isDue, isPurgeDue, lastQuery } = await findDue(spool, startedAt);
  if (!isDue && !hasKnownWork) return;
  await Promise.all([sendDueMails(environment), startDueBuilds(environment)]);
  if (isPurgeDue) {
    await Promise.all([purge(environment), storeOpeningHours(environment)]);
    // Afterwards, because the deletion of expired conversations deletes files.
    await removeFiles(environment, startedAt);
  }
  if (!spool) return;
  try {
    const nextDueAt = await findNextDue(connect(environment), {
      now: Date.now(),
      startsBuilds: Boolean(hook),
    });
    await queryRecord.store(spool, {
      at: startedAt,
      next: nextDueAt,
      purgedAt: isPurgeDue ? startedAt : lastQuery.purgedAt,
    });
  } catch (error) {
    // The next run queries again.
    logLine({ event: "next_work_not_known", ...describeFault(error) });
  }
}

// Work that no request starts. Every minute: due publications, the spool, and due work in the database, which is
// queried only if it may have some. Every hour: the search for a missed build and for missed mails, and the synthetic
// message, which the next runs follow.

export default {
  async scheduled({ scheduledTime }, bindings, context) {
    const sendLines = openLogSink(bindings);
    const environment = await readEnvironment(bindings);
    const isHourly = new Date(scheduledTime).getUTCMinutes() === 0;
    const databaseWork = async () => {
      const [drain, isBuildRequested, hasReceived, hasQueriedDatabase] = await Promise.all([
        drainSpool(environment, { isThorough: isHourly }),
        isHourly ? requestMissedBuild(environment) : false,
        isHourly ? receiveMissedMails(environment, Date.now()) : false,
        watchSyntheticMessage(environment, { isHourly }),
      ]);
      if (isHourly) await watchSpool(environment, drain);
      // The other work may have woken the database, so its due work runs now.
      await doDueWork(
        environment,
        drain.drained > 0 || isBuildRequested || hasReceived || hasQueriedDatabase,
      );
    };
    await Promise.all([publishDue(environment), databaseWork(), recordCronRun(environment)]);
    if (sendLines) context.waitUntil(sendLines());
  },
  // Pages receives no mail, so Cloudflare Email Routing hands it to this Worker.
  async email(message, bindings, context) {
    const sendLines = openLogSink(bindings);
    const environment = await readEnvironment(bindings);
    try {
      await receiveFromCloudflare(message, environment);
      context.waitUntil(sendDueMails(environment));
    } finally {
      if (sendLines) context.waitUntil(sendLines());
    }
  },
} satisfies ExportedHandler<Record<string, unknown>>;

/** Stores the time of the run, by which health checks see that the Worker still runs. */
async function recordCronRun({ SPOOL: spool }: Environment): Promise<void> {
  if (!spool) return;
  await storeCronRun(spool, Date.now()).catch((error) =>
    logLine({ event: "cron_run_not_kept", ...describeFault(error) }),
  );
}
