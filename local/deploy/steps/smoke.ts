import { randomUUID } from "node:crypto";
import { toAddress } from "#functions/contract/mailbox.ts";
import { names } from "#local/deploy/configurations.ts";
import type { Deployment } from "#local/deploy/deployment.ts";
import { keyIds, knownKeyIds } from "#local/deploy/live-keys.ts";
import { printsOf, replacedSince } from "#local/deploy/replaced-secrets.ts";
import { type Findings, takeAway, tryMessage, walk, worseThan } from "#local/deploy/smoke.ts";
import type { Step } from "#local/deploy/step.ts";

/** The walk, and the message, which is remembered until it is gone. */
async function look(deployment: Deployment, kids: string[]): Promise<Findings> {
  const { origin, fetch, made, answers, note, interval, mailTimeout } = deployment;
  const site = { origin, fetch, kids };
  const ownerUrl = made.ownerUrl ?? "";
  const findings = await walk(site);
  const [leftKey, leftEmail = ""] = made.trialMessage?.split(" ") ?? [];
  if (leftKey) {
    // One is remembered at a time: what is still there is not to be forgotten for another.
    const fault = await takeAway(ownerUrl, { key: leftKey, email: leftEmail }).then(
      () => null,
      ({ message }: Error) => `of an earlier deployment could not be taken away: ${message}`,
    );
    if (fault) return findings.set("a message", fault);
  }
  const trial = { key: randomUUID(), email: toAddress(answers.CONTACT_NOTIFY_TO ?? "") };
  await note({ trialMessage: `${trial.key} ${trial.email}` });
  const { fault, isGone } = await tryMessage(site, trial, { ownerUrl, interval, mailTimeout });
  if (isGone) await note({ trialMessage: null });
  return findings.set("a message", fault);
}

/**
 * How the site is before it is deployed anew; null where there is none at that address, or only one that no smoke test has passed. It has one
 * of the keys that were deployed before, not yet the newest.
 */
export async function walkBefore(deployment: Deployment): Promise<Findings | null> {
  const { goodDeployment, goodOrigin } = deployment.made;
  if (!goodDeployment || goodOrigin !== deployment.origin) return null;
  const live = await deployment.cloudflare.liveDeployment(names.site);
  return live === goodDeployment ? look(deployment, knownKeyIds(deployment.made)) : null;
}

/** Gives visitors what was there before, of both Workers; the database keeps its migrations, which only ever add. Answers with what came of it. */
async function rollBack({ cloudflare, made, environment }: Deployment): Promise<string> {
  const { goodDeployment, goodVersion, goodSecrets = "{}" } = made;
  if (!goodDeployment) return "There was no deployment before to go back to.";
  const replaced = replacedSince(goodSecrets, printsOf(environment()));
  if (replaced.length > 0)
    return `Nothing was rolled back: what was there before has secrets that count no more (${replaced.join(", ")}).`;
  const works: [what: string, work: () => Promise<unknown>][] = [
    ["the site", () => cloudflare.rollBack(names.site, goodDeployment)],
    ["the scheduled Worker", async () => goodVersion && cloudflare.runVersion(names.scheduled, goodVersion)],
  ];
  const faults: string[] = [];
  for (const [what, work] of works)
    await work().catch(({ message }: Error) => faults.push(`${what} could not be rolled back: ${message}`));
  return faults.length > 0 ? faults.join("\n  ") : "Both Workers are what they were before.";
}

/** The walk over what was deployed, held against the one `before`. */
export const smoke = (before: () => Findings | null): Step => ({
  name: "smoke test",
  does: "Walks the live site: every page, sign-in, and a message that arrives and is taken away again; what is worse than before is rolled back.",
  help: "The lines above say what was worse. npx wrangler pages deployment tail --project-name vitrina shows the log of the site; mend it and deploy again.",
  async run(deployment) {
    const { made, origin, environment, note } = deployment;
    const now = await look(deployment, keyIds(made.authKeys).slice(0, 1));
    const worse = worseThan(before(), now);
    if (worse.length > 0) {
      throw new Error(
        `${before() ? "The site is worse than before" : "The site is not well"}:\n${worse.map((each) => `    ${each}`).join("\n")}\n  ${await rollBack(deployment)}`,
      );
    }
    await note({
      ...{ goodDeployment: made.deployment ?? null, goodVersion: made.version ?? null },
      ...{ goodOrigin: origin, goodSecrets: printsOf(environment()) },
    });
    return `${now.size} things are well`;
  },
});
