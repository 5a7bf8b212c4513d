import type { Step } from "#local/deploy/step.ts";

export const zone: Step = {
  name: "domain",
  does: "Finds the site's domain in the account at Cloudflare.",
  help: "Add the domain in the dashboard of Cloudflare (Domains, Onboard a domain), and let its registrar name the name servers that are shown there. If it is there, the token lacks Zone: Read or DNS: Edit.",
  isDone: ({ made }) => made.zone !== undefined,
  async run({ cloudflare, host, note }) {
    const found = await cloudflare.findZone(host);
    if (!found) throw new Error(`The account has no domain that ${host} belongs to.`);
    await note({ zone: found.id, zoneName: found.name });
    return found.name;
  },
};
