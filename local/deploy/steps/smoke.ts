import { createHash, randomUUID } from "node:crypto";
import { toAddress } from "#functions/contract/email.ts";
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

/**
 * Runs the smoke test of a deployment: requests the pages and sends a trial message. The deployment state stores the
 * message until this or a later run deletes it.
 * @param kids ids of signing keys, of which the site must publish one
 */
async function testSite(deployment: Deployment, kids: string[]): Promise<Findings> {
  const { origin, fetch, results, answers, storeResults, intervalMs, mailTimeoutMs } = deployment;
  const site = { origin, fetch, kids };
  const ownerUrl = results.ownerUrl ?? "";
  const findings = await walkSite(site);
  const [staleKey, staleEmail = ""] = results.trialMessage?.split(" ") ?? [];
  if (staleKey) {
    // The state has one trial message at a time.
    const fault = await deleteTrialMessage(ownerUrl, { key: staleKey, email: staleEmail }).then(
      () => null,
      ({ message }: Error) => `of an earlier deployment could not be deleted: ${message}`,
    );
    if (fault) return findings.set("a message", fault);
  }
  const trial = { key: randomUUID(), email: toAddress(answers.CONTACT_NOTIFY_TO ?? "") };
  await storeResults({ trialMessage: `${trial.key} ${trial.email}` });
  const { fault, isGone } = await tryMessage(site, trial, { ownerUrl, intervalMs, mailTimeoutMs });
  if (isGone) await storeResults({ trialMessage: null });
  return findings.set("a message", fault);
}

/**
 * Tests the live site before a deployment, so that the smoke test afterwards reports only new faults. Returns null
 * unless the live deployment at this address is the last one that passed.
 */
export async function testLiveSite(deployment: Deployment): Promise<Findings | null> {
  const { goodDeployment, goodOrigin } = deployment.results;
  if (!goodDeployment || goodOrigin !== deployment.origin) return null;
  const live = await deployment.cloudflare.liveDeployment(projectNames.site);
  // The live site has an earlier key if this deployment brings a new one.
  return live === goodDeployment ? testSite(deployment, listKnownKeyIds(deployment.results)) : null;
}

/**
 * Returns the hashes of the secrets of a deployment, and the ids of its signing keys, as JSON. The state stores them
 * with each good deployment. A rollback happens only if those secrets are unchanged and no signing key was revoked.
 */
function hashSecrets(environment: Record<string, string>): string {
  const { AUTH_KEYS, ...otherSecrets } = splitEnvironment(environment).secrets;
  const hashes = Object.entries(otherSecrets).map(([name, value]) => [
    name,
    createHash("sha256").update(value).digest("base64url"),
  ]);
  return JSON.stringify({ ...Object.fromEntries(hashes), AUTH_KEYS: readKeyIds(AUTH_KEYS).join(" ") });
}

/**
 * Lists the secrets of an earlier deployment that are no longer valid, because they rule out a rollback to it. Both
 * parameters come from `hashSecrets`.
 */
function listReplacedSecrets(earlierSecrets: string, currentSecrets: string): string[] {
  const [olderHashes, newerHashes] = [earlierSecrets, currentSecrets].map(
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

/**
 * Rolls back both Workers to the last good deployment, if its secrets are still valid. The database keeps its
 * migrations, which only add.
 * @returns the outcome in a sentence
 */
async function rollBack({ cloudflare, results, environment, folder, account }: Deployment): Promise<string> {
  const { goodDeployment, goodVersion, goodSecrets = "{}" } = results;
  if (!goodDeployment) return "There was no earlier deployment to roll back to.";
  const replacedSecrets = listReplacedSecrets(goodSecrets, hashSecrets(environment()));
  if (replacedSecrets.length > 0)
    return `Nothing was rolled back: the earlier deployment has secrets that are no longer valid (${replacedSecrets.join(", ")}).`;
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

/** Tests the deployed site. On faults that it did not have before, rolls back if that is possible, and fails. */
export const smoke = (earlierFindings: Findings | null): Step => ({
  name: "smoke test",
  does: "Tests the live site: every page, sign-in, and a message that arrives and is deleted; rolls back if the site is worse than before.",
  help: "The lines above name the faults. npx wrangler pages deployment tail --project-name vitrina shows the log of the site; fix them and deploy again.",
  async run(deployment) {
    const { results, origin, environment, storeResults } = deployment;
    // The deployed site must publish the newest key, which is the first.
    const findings = await testSite(deployment, readKeyIds(results.authKeys).slice(0, 1));
    const newFaults = listNewFaults(earlierFindings, findings);
    if (newFaults.length > 0) {
      throw new Error(
        `${earlierFindings ? "The site is worse than before" : "The site has faults"}:\n${newFaults.map((fault) => `    ${fault}`).join("\n")}\n  ${await rollBack(deployment)}`,
      );
    }
    await storeResults({
      goodDeployment: results.deployment ?? null,
      goodVersion: results.version ?? null,
      goodOrigin: origin,
      goodSecrets: hashSecrets(environment()),
    });
    return `${findings.size} checks passed`;
  },
});
