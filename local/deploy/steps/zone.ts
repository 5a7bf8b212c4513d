import { names } from "#local/deploy/configurations.ts";
import type { Deployment } from "#local/deploy/deployment.ts";
import { hostOf, studioOriginOf } from "#local/deploy/environment.ts";
import type { Step } from "#local/deploy/step.ts";

const zoneFor = (answers: Record<string, string>) => `${answers.CLOUDFLARE_ACCOUNT_ID} ${hostOf(answers)}`;

/** @throws Error where another site of the account has the names of this one, which would take its place */
async function refuseOtherSite({ cloudflare, answers, made }: Deployment): Promise<void> {
  const own = [
    hostOf(answers),
    new URL(studioOriginOf(answers)).hostname,
    ...(made.addresses ?? "").split(" "),
  ];
  for (const project of [names.site, names.studio]) {
    const hosts = await cloudflare.hostsOf(project);
    const other = hosts.find((each) => !each.endsWith(".pages.dev") && !own.includes(each));
    if (other)
      throw new Error(
        `The account has the Pages project ${project} already, for ${other}: Workers, KV namespace and projects of a second site would have the same names, so it needs an account of its own.`,
      );
  }
}

export const zone: Step = {
  name: "domain",
  does: "Finds the site's domain in the account at Cloudflare, which has to have no other site of this kind.",
  help: "Add the domain in the dashboard of Cloudflare (Domains, Onboard a domain), and let its registrar name the name servers that are shown there. If it is there, the token lacks Zone: Read or DNS: Edit.",
  isDone: ({ made, answers }) => made.zoneFor === zoneFor(answers),
  async run(deployment) {
    const { cloudflare, host, answers, note } = deployment;
    const found = await cloudflare.findZone(host);
    if (!found) throw new Error(`The account has no domain that ${host} belongs to.`);
    await refuseOtherSite(deployment);
    await note({ zone: found.id, zoneName: found.name, zoneFor: zoneFor(answers) });
    return found.name;
  },
};
