// Work that no request starts: every minute what is to be published by now, the messages that wait in the spool, the mails that are still due and the builds that
// the deploy hook did not take, every hour the build that was missed and the removal of what is past its time.
import type { ExportedHandler } from "@cloudflare/workers-types";
import { drainSpool } from "#functions/drain-spool.ts";
import { readEnvironment } from "#functions/env.ts";
import { sendDueMails } from "#functions/send-due-mails.ts";
import { startDueBuilds } from "#functions/start-due-builds.ts";
import { findMissedBuild } from "./find-missed-build.ts";
import { publishDue } from "./publish-due.ts";
import { purge } from "./purge.ts";

export default {
  async scheduled({ scheduledTime }, bindings) {
    const environment = await readEnvironment(bindings);
    const isHourly = new Date(scheduledTime).getUTCMinutes() === 0;
    const builds = async () => {
      if (isHourly) await findMissedBuild(environment);
      await startDueBuilds(environment);
    };
    const messages = async () => {
      await drainSpool(environment, { isThorough: isHourly });
      await sendDueMails(environment);
    };
    await Promise.all([publishDue(environment), messages(), builds()]);
    if (isHourly) await purge(environment);
  },
} satisfies ExportedHandler<Record<string, unknown>>;
