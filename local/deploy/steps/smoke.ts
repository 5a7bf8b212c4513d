import { createHash, randomUUID } from "node:crypto";
import { toAddress } from "#functions/contract/mailbox.ts";
import type { Deployment, Step } from "#local/deploy/deployment.ts";
import { split } from "#local/deploy/environment.ts";
import { keyIds, knownKeyIds } from "#local/deploy/live-keys.ts";
import { type Findings, takeAway, tryMessage, walk, worseThan } from "#local/deploy/smoke.ts";
import { names, rollBackScheduled } from "#local/deploy/wrangler-deployments.ts";

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

/** What tells the secrets of a deployment from others, and is none: of the signing keys their ids. */
function printsOf(environment: Record<string, string>): string {
  const { AUTH_KEYS, ...others } = split(environment).secrets;
  const prints = Object.entries(others).map(([name, value]) => [
    name,
    createHash("sha256").update(value).digest("base64url"),
  ]);
  return JSON.stringify({ ...Object.fromEntries(prints), AUTH_KEYS: keyIds(AUTH_KEYS).join(" ") });
}

/** The names of the secrets that counted `before` and count no more `now`; both as `printsOf` has them. */
function replacedSince(before: string, now: string): string[] {
  const [older, newer] = [before, now].map((each) => JSON.parse(each) as Record<string, string>);
  return Object.entries(older ?? {}).flatMap(([name, print]) => {
    const kept = newer?.[name] ?? "";
    // A key that was rotated counts on; one that was revoked does not.
    const counts =
      name === "AUTH_KEYS" ? print.split(" ").every((kid) => kept.split(" ").includes(kid)) : kept === print;
    return counts ? [] : [name];
  });
}

/** Gives visitors what was there before, of both Workers; the database keeps its migrations, which only ever add. Answers with what came of it. */
async function rollBack({ cloudflare, made, environment, folder, account }: Deployment): Promise<string> {
  const { goodDeployment, goodVersion, goodSecrets = "{}" } = made;
  if (!goodDeployment) return "There was no deployment before to go back to.";
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
      goodDeployment: made.deployment ?? null,
      goodVersion: made.version ?? null,
      goodOrigin: origin,
      goodSecrets: printsOf(environment()),
    });
    return `${now.size} things are well`;
  },
});
