import { runWrangler } from "#local/cloudflare/wrangler.ts";
import { layOutSite, names } from "#local/deploy/configurations.ts";
import { split } from "#local/deploy/environment.ts";
import type { Step } from "#local/deploy/step.ts";

export const site: Step = {
  name: "site",
  does: "Deploys the site and its API to Pages.",
  help: "Run this again: files that have arrived are not sent twice.",
  async run({ folder, environment, account, made, cloudflare, note }) {
    await layOutSite(folder("site"), split(environment()).variables, made.spoolId ?? "");
    const args = ["pages", "deploy", "--branch", "main", "--no-bundle", "--commit-dirty=true"];
    await runWrangler(args, { directory: folder("site"), env: account, timeout: 600_000 });
    const live = await cloudflare.liveDeployment(names.site);
    await note({ deployment: live });
    return `deployment ${live}`;
  },
};
