// What nobody asks for and has to be done all the same: mails that are still due every minute, and every hour the end of
// what is kept no longer.
import type { ExportedHandler } from "@cloudflare/workers-types";
import { readEnvironment } from "#functions/env.ts";
import { sendDueMails } from "#functions/mail/send.ts";
import { purge } from "./purge.ts";

export default {
  async scheduled({ scheduledTime }, bindings) {
    const environment = await readEnvironment(bindings);
    await sendDueMails(environment);
    if (new Date(scheduledTime).getUTCMinutes() === 0) await purge(environment);
  },
} satisfies ExportedHandler<Record<string, unknown>>;
