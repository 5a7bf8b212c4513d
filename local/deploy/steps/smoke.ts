import { createHash, randomUUID } from "node:crypto";
import { toAddress } from "#functions/contract/mailbox.ts";
import type { Deployment, Step } from "#local/deploy/deployment.ts";
import { splitEnvironment } from "#local/deploy/environment.ts";
import { listKnownKeyIds, readKeyIds } from "#local/deploy/live-keys.ts";
import {
  deleteTrialMessage,
  type Findings,
  listNewFaults,
  tryMessage,
  walkSite,
} from "#local/deploy/smoke.ts";
import { projectNames, rollBackScheduled } from "#local/deploy/wrangler-deployments.ts";

/** Walks the site and sends a trial message, which the state has until it is deleted. */
async function testSite(deployment: Deployment, kids: string[]): Promise<Findings> {
  const { origin, fetch, made, answers, note, interval, mailTimeout } = deployment;
  const site = { origin, fetch, kids };
  const ownerUrl = made.ownerUrl ?? "";
  const findings = await walkSite(site);
  const [staleKey, staleEmail = ""] = made.trialMessage?.split(" ") ?? [];
  if (staleKey) {
    // The state has one trial message at a time.
    const fault = await deleteTrialMessage(ownerUrl, { key: staleKey, email: staleEmail }).then(
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
  const live = await deployment.cloudflare.liveDeployment(projectNames.site);
  return live === goodDeployment ? testSite(deployment, listKnownKeyIds(deployment.made)) : null;
}

/**
 * Returns the hashes of the secrets of a deployment, and the ids of its signing keys, as JSON. The state stores them
 * with each good deployment. A rollback happens only if none of those secrets was replaced since.
 */
function hashSecrets(environment: Record<string, string>): string {
  const { AUTH_KEYS, ...otherSecrets } = splitEnvironment(environment).secrets;
  const hashes = Object.entries(otherSecrets).map(([name, value]) => [
    name,
    createHash("sha256").update(value).digest("base64url"),
  ]);
  return JSON.stringify({ ...Object.fromEntries(hashes), AUTH_KEYS: readKeyIds(AUTH_KEYS).join(" ") });
}

/** Lists the secrets that were valid `before` and are not `now`; both come from `hashSecrets`. */
function listReplacedSecrets(before: string, now: string): string[] {
  const [olderHashes, newerHashes] = [before, now].map(
    (hashes) => JSON.parse(hashes) as Record<string, string>,
  );
  return Object.entries(olderHashes ?? {}).flatMap(([name, value]) => {
    const newValue = newerHashes?.[name] ?? "";
    // A rotated key stays valid; a revoked one does not.
    const isValid =
      name === "AUTH_KEYS"
        ? value.split(" ").every((kid) => newValue.split(" ").includes(kid))
        : newValue === value;
    return isValid ? [] : [name];
  });
}

/** Rolls back both Workers. The database keeps its migrations, which only add. Returns the outcome in a sentence. */
async function rollBack({ cloudflare, made, environment, folder, account }: Deployment): Promise<string> {
  const { goodDeployment, goodVersion, goodSecrets = "{}" } = made;
  if (!goodDeployment) return "There was no earlier deployment to roll back to.";
  const replaced = listReplacedSecrets(goodSecrets, hashSecrets(environment()));
  if (replaced.length > 0)
    return `Nothing was rolled back: the earlier deployment has secrets that are no longer valid (${replaced.join(", ")}).`;
  const rollbacks: [what: string, work: () => Promise<unknown>][] = [
    ["the site", () => cloudflare.rollBack(projectNames.site, goodDeployment)],
    [
      "the scheduled Worker",
      async () => goodVersion && rollBackScheduled(folder("scheduled"), goodVersion, account),
    ],
  ];
  const faults: string[] = [];
  for (const [worker, rollBackOne] of rollbacks)
    await rollBackOne().catch(({ message }: Error) =>
      faults.push(`${worker} could not be rolled back: ${message}`),
    );
  return faults.length > 0 ? faults.join("\n  ") : "Both Workers are what they were before.";
}

/** Tests the deployed site and compares it with the findings `before`. */
export const smoke = (before: () => Findings | null): Step => ({
  name: "smoke test",
  does: "Tests the live site: every page, sign-in, and a message that arrives and is deleted; rolls back if the site is worse than before.",
  help: "The lines above name the faults. npx wrangler pages deployment tail --project-name vitrina shows the log of the site; fix them and deploy again.",
  async run(deployment) {
    const { made, origin, environment, note } = deployment;
    const findings = await testSite(deployment, readKeyIds(made.authKeys).slice(0, 1));
    const worse = listNewFaults(before(), findings);
    if (worse.length > 0) {
      throw new Error(
        `${before() ? "The site is worse than before" : "The site has faults"}:\n${worse.map((fault) => `    ${fault}`).join("\n")}\n  ${await rollBack(deployment)}`,
      );
    }
    await note({
      goodDeployment: made.deployment ?? null,
      goodVersion: made.version ?? null,
      goodOrigin: origin,
      goodSecrets: hashSecrets(environment()),
    });
    return `${findings.size} checks passed`;
  },
});
