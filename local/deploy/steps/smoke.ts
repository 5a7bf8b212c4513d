import { toAddress } from "#functions/contract/mailbox.ts";
import { names } from "#local/deploy/configurations.ts";
import type { Deployment } from "#local/deploy/deployment.ts";
import { type Findings, sendCanary, walk, worseThan } from "#local/deploy/smoke.ts";
import type { Step } from "#local/deploy/step.ts";

const liveSite = ({ origin, fetch, made }: Deployment) => ({
  ...{ origin, fetch },
  kid: (JSON.parse(made.authKeys ?? "") as { keys: { kid: string }[] }).keys[0]?.kid ?? "",
});

/** How the site is before it is deployed anew; null where there is none, or only one that no smoke test has passed. */
export async function walkBefore(deployment: Deployment): Promise<Findings | null> {
  const { goodDeployment } = deployment.made;
  if (!goodDeployment) return null;
  const live = await deployment.cloudflare.liveDeployment(names.site);
  return live === goodDeployment ? walk(liveSite(deployment)) : null;
}

/** Gives visitors what was there before, of both Workers; the database keeps its migrations, which only ever add. */
async function rollBack({ cloudflare, made }: Deployment): Promise<string> {
  const { goodDeployment, goodVersion } = made;
  if (!goodDeployment) return "There was no deployment before to go back to.";
  await cloudflare.rollBack(names.site, goodDeployment);
  if (goodVersion) await cloudflare.runVersion(names.scheduled, goodVersion);
  return "Both Workers are what they were before.";
}

/** The walk over what was deployed, held against the one `before`. */
export const smoke = (before: () => Findings | null): Step => ({
  name: "smoke test",
  does: "Walks the live site: every page, sign-in, and a message that arrives and is taken away again; what is worse than before is rolled back.",
  help: "The lines above say what was worse. npx wrangler pages deployment tail --project-name vitrina shows the log of the site; mend it and deploy again.",
  async run(deployment) {
    const { made, answers, interval } = deployment;
    const site = liveSite(deployment);
    const now = await walk(site);
    const email = toAddress(answers.CONTACT_NOTIFY_TO ?? "");
    now.set("a message", await sendCanary(site, { ownerUrl: made.ownerUrl ?? "", email, interval }));
    const worse = worseThan(before(), now);
    if (worse.length > 0) {
      throw new Error(
        `${before() ? "The site is worse than before" : "The site is not well"}:\n${worse.map((each) => `    ${each}`).join("\n")}\n  ${await rollBack(deployment)}`,
      );
    }
    await deployment.note({ goodDeployment: made.deployment ?? null, goodVersion: made.version ?? null });
    return `${now.size} things are well`;
  },
});
