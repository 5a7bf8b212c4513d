import { createHash, randomUUID } from "node:crypto";
import { toAddress } from "#functions/contract/mailbox.ts";
import type { Deployment, Step } from "#local/deploy/deployment.ts";
import { split } from "#local/deploy/environment.ts";
import { keyIds, knownKeyIds } from "#local/deploy/live-keys.ts";
import { type Findings, takeAway, tryMessage, walk, worseThan } from "#local/deploy/smoke.ts";
import { names, rollBackScheduled } from "#local/deploy/wrangler-deployments.ts";

/** Walks the site and sends a trial message, which the state has until it is deleted. */
async function look(deployment: Deployment, kids: string[]): Promise<Findings> {
  const { origin, fetch, made, answers, note, interval, mailTimeout } = deployment;
  const site = { origin, fetch, kids };
  const ownerUrl = made.ownerUrl ?? "";
  const findings = await walk(site);
  const [leftKey, leftEmail = ""] = made.trialMessage?.split(" ") ?? [];
  if (leftKey) {
    // The state has one trial message at a time.
    const fault = await takeAway(ownerUrl, { key: leftKey, email: leftEmail }).then(
      () => null,
      ({ message }: Error) => `of an earlier deployment could not be deleted: ${message}`,
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
 * Tests the site before a deployment; null if the address has no site, or one that never passed a smoke test. The site
 * has one of the earlier keys, not yet the newest.
 */
export async function walkBefore(deployment: Deployment): Promise<Findings | null> {
  const { goodDeployment, goodOrigin } = deployment.made;
  if (!goodDeployment || goodOrigin !== deployment.origin) return null;
  const live = await deployment.cloudflare.liveDeployment(names.site);
  return live === goodDeployment ? look(deployment, knownKeyIds(deployment.made)) : null;
}

/** Returns the hashes of the secrets of a deployment, and the ids of its signing keys, as JSON. */
function printsOf(environment: Record<string, string>): string {
  const { AUTH_KEYS, ...others } = split(environment).secrets;
  const prints = Object.entries(others).map(([name, value]) => [
    name,
    createHash("sha256").update(value).digest("base64url"),
  ]);
  return JSON.stringify({ ...Object.fromEntries(prints), AUTH_KEYS: keyIds(AUTH_KEYS).join(" ") });
}

/** Lists the secrets that were valid `before` and are not `now`; both come from `hashSecrets`. */
function replacedSince(before: string, now: string): string[] {
  const [older, newer] = [before, now].map((each) => JSON.parse(each) as Record<string, string>);
  return Object.entries(older ?? {}).flatMap(([name, print]) => {
    const kept = newer?.[name] ?? "";
    // A rotated key stays valid; a revoked one does not.
    const counts =
      name === "AUTH_KEYS" ? print.split(" ").every((kid) => kept.split(" ").includes(kid)) : kept === print;
    return counts ? [] : [name];
  });
}

/** Rolls back both Workers. The database keeps its migrations, which only add. Returns the outcome in a sentence. */
async function rollBack({ cloudflare, made, environment, folder, account }: Deployment): Promise<string> {
  const { goodDeployment, goodVersion, goodSecrets = "{}" } = made;
  if (!goodDeployment) return "There was no earlier deployment to roll back to.";
  const replaced = replacedSince(goodSecrets, printsOf(environment()));
  if (replaced.length > 0)
    return `Nothing was rolled back: what was there before has secrets that count no more (${replaced.join(", ")}).`;
  const works: [what: string, work: () => Promise<unknown>][] = [
    ["the site", () => cloudflare.rollBack(names.site, goodDeployment)],
    [
      "the scheduled Worker",
      async () => goodVersion && rollBackScheduled(folder("scheduled"), goodVersion, account),
    ],
  ];
  const faults: string[] = [];
  for (const [what, work] of works)
    await work().catch(({ message }: Error) => faults.push(`${what} could not be rolled back: ${message}`));
  return faults.length > 0 ? faults.join("\n  ") : "Both Workers are what they were before.";
}

/** Tests the deployed site and compares it with the findings `before`. */
export const smoke = (before: () => Findings | null): Step => ({
  name: "smoke test",
  does: "Tests the live site: every page, sign-in, and a message that arrives and is deleted; rolls back if the site is worse than before.",
  help: "The lines above name the faults. npx wrangler pages deployment tail --project-name vitrina shows the log of the site; fix them and deploy again.",
  async run(deployment) {
    const { made, origin, environment, note } = deployment;
    const now = await look(deployment, keyIds(made.authKeys).slice(0, 1));
    const worse = worseThan(before(), now);
    if (worse.length > 0) {
      throw new Error(
        `${before() ? "The site is worse than before" : "The site has faults"}:\n${worse.map((each) => `    ${each}`).join("\n")}\n  ${await rollBack(deployment)}`,
      );
    }
    await note({
      goodDeployment: made.deployment ?? null,
      goodVersion: made.version ?? null,
      goodOrigin: origin,
      goodSecrets: printsOf(environment()),
    });
    return `${now.size} checks passed`;
  },
});
