import { names } from "#local/deploy/configurations.ts";
import { hostOf, studioOriginOf } from "#local/deploy/environment.ts";
import type { Step } from "#local/deploy/step.ts";

/** The account, and the hosts of the site and the Studio. */
const addressesFor = (answers: Record<string, string>) =>
  [answers.CLOUDFLARE_ACCOUNT_ID, hostOf(answers), new URL(studioOriginOf(answers)).hostname].join(" ");

export const projects: Step = {
  name: "Pages and their addresses",
  does: "Makes the Pages projects of the site and the Studio, and lets the site's address and studio. of its domain lead to them; turns off email obfuscation.",
  help: "The token of Cloudflare lacks Cloudflare Pages: Edit or DNS: Edit; or the address is taken, which the message says.",
  isDone: ({ made, answers }) => made.addresses !== undefined && made.addresses === addressesFor(answers),
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
    // What an earlier account had is not there to go back to.
    const isMoved = made.addresses?.split(" ")[0] !== answers.CLOUDFLARE_ACCOUNT_ID;
    await note({
      addresses: addressesFor(answers),
      ...(isMoved && { goodDeployment: null, goodVersion: null }),
    });
    const isOff = await cloudflare.turnOffEmailObfuscation(made.zone ?? "");
    const advice = "; the token lacks Zone Settings: Edit, so turn off Email Address Obfuscation by hand";
    return `${host}, ${studio}${isOff ? "" : advice}`;
  },
};
