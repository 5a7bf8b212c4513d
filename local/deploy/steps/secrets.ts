import { deployed, putSecrets } from "#local/cloudflare/secrets.ts";
import { asLines, checkEnvironment, split } from "#local/deploy/environment.ts";
import { knownKeyIds } from "#local/deploy/live-keys.ts";
import { valuesIn } from "#local/deploy/state.ts";
import type { Step } from "#local/deploy/step.ts";
import { writePrivate } from "#local/state.ts";

export const secrets: Step = {
  name: "secrets",
  does: "Gives the site and the scheduled Worker the same environment, which is held to what the edge asks of it, and keeps it in .deploy/production.env.",
  help: "Run this again: both get everything anew. Where one of the two stays without, the token of Cloudflare lacks Cloudflare Pages: Edit or Workers Scripts: Edit.",
  async run({ environment, account, directory, made, note }) {
    const all = environment();
    await checkEnvironment(all);
    await writePrivate(valuesIn(directory), asLines(all));
    // Afterwards: a run that is stopped between the two finds in the file what the state has anyway.
    await note({ values: asLines(all), deployedKeys: knownKeyIds(made).join(" ") });
    const { secrets } = split(all);
    for (const where of deployed) await putSecrets(where, secrets, account);
    return `${Object.keys(all).length} variables, ${Object.keys(secrets).length} of them secret`;
  },
};
