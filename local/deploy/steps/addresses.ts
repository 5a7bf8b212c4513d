import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Deployment, Step } from "#local/deploy/deployment.ts";
import { getHost, getStudioOrigin } from "#local/deploy/environment.ts";
import { projectNames } from "#local/deploy/wrangler-deployments.ts";

type AddressValues = Record<string, string>;

const getStudioHost = (answers: AddressValues) => new URL(getStudioOrigin(answers)).hostname;
const toZoneInputs = (answers: AddressValues) => `${answers.CLOUDFLARE_ACCOUNT_ID} ${getHost(answers)}`;

/**
 * Rejects a Cloudflare account in which another site's Pages projects have the fixed names, because this deployment
 * would replace that site. Hosts of an earlier deployment of this site are its own.
 * @throws Error with one sentence
 */
async function assertNoOtherSite({ cloudflare, answers, results }: Deployment): Promise<void> {
  const ownHosts = [getHost(answers), getStudioHost(answers), ...(results.addresses ?? "").split(" ")];
  for (const project of [projectNames.site, projectNames.studio]) {
    const hosts = await cloudflare.hostsOf(project);
    const otherHost = hosts.find((host) => !host.endsWith(".pages.dev") && !ownHosts.includes(host));
    if (otherHost)
      throw new Error(
        `The account has the Pages project ${project} already, for ${otherHost}: Workers, KV namespace and projects of a second site would have the same names, so it needs an account of its own.`,
      );
  }
}

export const zone: Step = {
  name: "domain",
  does: "Finds the site's domain in the Cloudflare account, which must not have another site of this kind.",
  help: "Add the domain in the dashboard of Cloudflare (Domains, Onboard a domain), and enter the displayed name servers at its registrar. If the domain is there, the token lacks Zone: Read or DNS: Edit.",
  isDone: ({ results, answers }) => results.zoneInputs === toZoneInputs(answers),
  async run(deployment) {
    const { cloudflare, host, answers, storeResults } = deployment;
    const matchingZone = await cloudflare.findZone(host);
    if (!matchingZone) throw new Error(`The account has no domain for ${host}.`);
    await assertNoOtherSite(deployment);
    await storeResults({
      zone: matchingZone.id,
      zoneName: matchingZone.name,
      zoneInputs: toZoneInputs(answers),
    });
    return matchingZone.name;
  },
};

/** Returns the account and the hosts of the site and the Studio, for which the step is done. */
const toAddresses = (answers: AddressValues) =>
  [answers.CLOUDFLARE_ACCOUNT_ID, getHost(answers), getStudioHost(answers)].join(" ");

export const projects: Step = {
  name: "Pages and their addresses",
  does: "Creates the Pages projects of the site and the Studio, points the site's address and studio. of its domain to them, and turns off email obfuscation.",
  help: "Either the Cloudflare token lacks Cloudflare Pages: Edit, DNS: Edit or Zone Settings: Edit, or the address is in use: remove its record from the DNS if the new site should replace the old one.",
  isDone: ({ results, answers }) => results.addresses === toAddresses(answers),
  async run({ cloudflare, host, answers, results, storeResults }) {
    const { zone = "", addresses } = results;
    const studioHost = getStudioHost(answers);
    for (const [project, name] of [
      [projectNames.site, host],
      [projectNames.studio, studioHost],
    ] as const) {
      const content = await cloudflare.ensureProject(project);
      await cloudflare.ensureRecord(zone, { type: "CNAME", name, content });
      await cloudflare.ensureDomain(project, name);
    }
    await cloudflare.turnOffEmailObfuscation(zone);
    // Deployments of an earlier account cannot be a rollback target.
    const isMoved = addresses?.split(" ")[0] !== answers.CLOUDFLARE_ACCOUNT_ID;
    await storeResults({
      addresses: toAddresses(answers),
      ...(isMoved && { goodDeployment: null, goodVersion: null }),
    });
    return `${host}, ${studioHost}`;
  },
};

const attempts = 120;

export const address: Step = {
  name: "address",
  does: "Waits until the site's address serves this build.",
  help: "A new address gets its certificate in minutes, sometimes in hours: run this again. The dashboard of Cloudflare shows the status under Pages, Custom domains.",
  async run({ cloudflare, fetch, host, origin, dist, intervalMs }) {
    const built = await readFile(join(dist, "build.json"), "utf8");
    let status = "unknown";
    let servedBuild = "";
    for (let attempt = 0; attempt < attempts; attempt++) {
      status = await cloudflare.domainStatus(projectNames.site, host);
      servedBuild = await fetch(`${origin}/build.json`, { signal: AbortSignal.timeout(10_000) }).then(
        (response) => response.text(),
        () => "nothing",
      );
      if (status === "active" && servedBuild === built) return;
      await sleep(intervalMs);
    }
    throw new Error(
      `${origin} does not serve this build yet: its status at Pages is ${status}, and it answers ${servedBuild.slice(0, 80)}.`,
    );
  },
};
