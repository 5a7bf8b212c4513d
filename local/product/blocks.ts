import { join } from "node:path";
import { defaultLanguage, path } from "#cms/content/site.ts";
import type { Settings } from "#local/settings.ts";
import { getAddresses } from "./services.ts";

const formatTable = (lines: [string, string][]) =>
  lines.map(([name, value]) => `  ${name.padEnd(8)}  ${value}`).join("\n");

/** Returns the addresses of the stand-ins and the log, with their names for the terminal. */
function listAddresses(settings: Settings): [string, string][] {
  const { mail, studio, sanity, database } = getAddresses(settings);
  return [
    ["Mailbox", mail],
    ["Studio", studio],
    ["Content", sanity],
    ["Database", database],
    ["Log", join(settings.state, "log.txt")],
  ];
}

/** Returns what `npm start` and `npm run dev` print when all is served. `password` is a note if its owner chose one. */
export function readyBlock(settings: Settings, milliseconds: number, password: string): string {
  const { site } = getAddresses(settings);
  return `
Ready in ${(milliseconds / 1000).toFixed(1)} s. Ctrl-C ends all of it; what it holds is kept in ${settings.state}.

${formatTable([["Site", site], ["Inbox", `${site}${path("inbox", defaultLanguage)}`], ...listAddresses(settings)])}

  Administrator  ${settings.adminEmail}
  Password       ${password}
`;
}

/** Returns the text to print after a failed build: the reason, the remedy, and the services that run meanwhile. */
export function notBuiltBlock(settings: Settings, failure: string, hasEarlierBuild: boolean): string {
  const { site } = getAddresses(settings);
  return `
The site could not be built:

${failure.replace(/^/gm, "  ")}

It is built again as soon as something is published; after a change to the sources, start this again.
${hasEarlierBuild ? `Until then ${site} is the site as it was built before.` : `Until then nothing is served at ${site}; the rest is up:`}
${hasEarlierBuild ? "" : `\n${formatTable(listAddresses(settings))}\n`}`;
}
