import { runWrangler } from "#local/cloudflare/wrangler.ts";
import { layOutScheduled, names } from "#local/deploy/configurations.ts";
import { split } from "#local/deploy/environment.ts";
import type { Step } from "#local/deploy/step.ts";

export const scheduled: Step = {
  name: "scheduled Worker",
  does: "Deploys the Worker with the cron.",
  help: "Run this again. The token of Cloudflare needs Workers Scripts: Edit; five crons an account are free.",
  async run({ folder, dist, environment, account, made, cloudflare, note }) {
    await layOutScheduled(folder("scheduled"), dist, split(environment()).variables, made.spoolId ?? "");
    await runWrangler(["deploy"], { directory: folder("scheduled"), env: account, timeout: 300_000 });
    await note({ version: await cloudflare.liveVersion(names.scheduled) });
  },
};
