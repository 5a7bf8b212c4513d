import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Deployment, Step } from "#local/deploy/deployment.ts";
import { hostOf, studioOriginOf } from "#local/deploy/environment.ts";
import { names } from "#local/deploy/wrangler-deployments.ts";

type Values = Record<string, string>;

const studioHostOf = (answers: Values) => new URL(studioOriginOf(answers)).hostname;
const zoneFor = (answers: Values) => `${answers.CLOUDFLARE_ACCOUNT_ID} ${hostOf(answers)}`;

/**
 * Rejects an account in which another site has the same names, because this one would replace it.
 * @throws Error with one sentence
 */
async function refuseOtherSite({ cloudflare, answers, made }: Deployment): Promise<void> {
  const own = [hostOf(answers), studioHostOf(answers), ...(made.addresses ?? "").split(" ")];
  for (const project of [names.site, names.studio]) {
    const hosts = await cloudflare.hostsOf(project);
    const other = hosts.find((host) => !host.endsWith(".pages.dev") && !own.includes(host));
    if (other)
      throw new Error(
        `The account has the Pages project ${project} already, for ${other}: Workers, KV namespace and projects of a second site would have the same names, so it needs an account of its own.`,
      );
  }
}

export const zone: Step = {
  name: "domain",
  does: "Finds the site's domain in the Cloudflare account, which must not have another site of this kind.",
  help: "Add the domain in the dashboard of Cloudflare (Domains, Onboard a domain), and enter the displayed name servers at its registrar. If the domain is there, the token lacks Zone: Read or DNS: Edit.",
  isDone: ({ made, answers }) => made.zoneFor === zoneFor(answers),
  async run(deployment) {
    const { cloudflare, host, answers, note } = deployment;
    const found = await cloudflare.findZone(host);
    if (!found) throw new Error(`The account has no domain for ${host}.`);
    await refuseOtherSite(deployment);
    await note({ zone: found.id, zoneName: found.name, zoneFor: zoneFor(answers) });
    return found.name;
  },
};

/** Identifies the account, and the hosts of the site and the Studio. */
const addressesFor = (answers: Values) =>
  [answers.CLOUDFLARE_ACCOUNT_ID, hostOf(answers), studioHostOf(answers)].join(" ");

export const projects: Step = {
  name: "Pages and their addresses",
  does: "Creates the Pages projects of the site and the Studio, points the site's address and studio. of its domain to them, and turns off email obfuscation.",
  help: "Either the Cloudflare token lacks Cloudflare Pages: Edit or DNS: Edit, or the address is in use, as the message says.",
  isDone: ({ made, answers }) => made.addresses !== undefined && made.addresses === addressesFor(answers),
  async run({ cloudflare, host, answers, made, note }) {
    const { zone = "", addresses } = made;
    const studioHost = studioHostOf(answers);
    for (const [project, name] of [
      [names.site, host],
      [names.studio, studioHost],
    ] as const) {
      const content = await cloudflare.ensureProject(project);
      await cloudflare.ensureEntry(zone, { type: "CNAME", name, content });
      await cloudflare.ensureDomain(project, name);
    }
    // Deployments of an earlier account cannot be a rollback target.
    const isMoved = addresses?.split(" ")[0] !== answers.CLOUDFLARE_ACCOUNT_ID;
    await note({
      addresses: addressesFor(answers),
      ...(isMoved && { goodDeployment: null, goodVersion: null }),
    });
    const isOff = await cloudflare.turnOffEmailObfuscation(zone);
    const advice = "; the token lacks Zone Settings: Edit, so turn off Email Address Obfuscation by hand";
    return `${host}, ${studioHost}${isOff ? "" : advice}`;
  },
};

const attempts = 120;

export const address: Step = {
  name: "address",
  does: "Waits until the site's address serves this build.",
  help: "A new address gets its certificate in minutes, sometimes in hours: run this again. The dashboard of Cloudflare shows the status under Pages, Custom domains.",
  async run({ cloudflare, fetch, host, origin, dist, interval }) {
    const built = await readFile(join(dist, "build.json"), "utf8");
    let status = "unknown";
    let served = "";
    for (let attempt = 0; attempt < attempts; attempt++) {
      status = await cloudflare.domainStatus(names.site, host);
      served = await fetch(`${origin}/build.json`, { signal: AbortSignal.timeout(10_000) }).then(
        (response) => response.text(),
        () => "nothing",
      );
      if (status === "active" && served === built) return;
      await sleep(interval);
    }
    throw new Error(
      `${origin} does not serve this build yet: its status at Pages is ${status}, and it answers ${served.slice(0, 80)}.`,
    );
  },
};
