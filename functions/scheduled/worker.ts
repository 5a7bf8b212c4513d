// Work that no request starts: every minute the mails that are still due, every hour the removal of what is past its
// time.
import type { ExportedHandler } from "@cloudflare/workers-types";
import { readEnvironment } from "#functions/env.ts";
import { sendDueMails } from "#functions/send-due-mails.ts";
import { purge } from "./purge.ts";

export default {
  async scheduled({ scheduledTime }, bindings) {
    const environment = await readEnvironment(bindings);
    await sendDueMails(environment);
    if (new Date(scheduledTime).getUTCMinutes() === 0) await purge(environment);
  },
} satisfies ExportedHandler<Record<string, unknown>>;
