// Work that no request starts: every minute what is to be published by now, the messages that wait in the spool, and what is due in the
// database, which is asked only where something may be; every hour the build that was missed, and a message of our own that is followed.
import type { ExportedHandler } from "@cloudflare/workers-types";
import { drainSpool } from "#functions/contact/index.ts";
import { type Environment, readEnvironment } from "#functions/env.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { openLogSink } from "#functions/kernel/log/log-sink.ts";
import { watchCanary } from "#functions/operations/synthetic-message/watch.ts";
import { findMissedBuild, publishDue } from "#functions/site/index.ts";
import { keepCronRun } from "./cron-runs.ts";
import { doDueWork } from "./do-due-work.ts";
import { watchSpool } from "./watch-spool.ts";

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
