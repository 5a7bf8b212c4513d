import { names } from "#local/deploy/configurations.ts";
import { studioOriginOf } from "#local/deploy/environment.ts";
import type { Step } from "#local/deploy/step.ts";

export const projects: Step = {
  name: "Pages and their addresses",
  does: "Makes the Pages projects of the site and the Studio, and lets the site's address and studio. of its domain lead to them.",
  help: "The token of Cloudflare lacks Cloudflare Pages: Edit or DNS: Edit; or the address is taken, which the message says.",
  isDone: ({ made }) => made.addresses !== undefined,
  async run({ cloudflare, host, answers, made, note }) {
    const studio = new URL(studioOriginOf(answers)).hostname;
    const places = [
      { project: names.site, at: host },
      { project: names.studio, at: studio },
    ];
    for (const { project, at } of places) {
      const subdomain = await cloudflare.ensureProject(project);
      await cloudflare.ensureEntry(made.zone ?? "", { type: "CNAME", name: at, content: subdomain });
      await cloudflare.ensureDomain(project, at);
    }
    await note({ addresses: `${host} ${studio}` });
    return `${host}, ${studio}`;
  },
};
