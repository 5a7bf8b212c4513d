import { join } from "node:path";
import { defaultLanguage, path } from "#cms/content/site.ts";
import type { Settings } from "#local/settings.ts";
import { addresses } from "./services.ts";

const table = (lines: [string, string][]) =>
  lines.map(([name, value]) => `  ${name.padEnd(8)}  ${value}`).join("\n");

function places(settings: Settings): [string, string][] {
  const { mail, studio, sanity, database } = addresses(settings);
  return [
    ["Mailbox", mail],
    ["Studio", studio],
    ["Content", sanity],
    ["Database", database],
    ["Log", join(settings.state, "log.txt")],
  ];
}

/** Returns the text to print once everything is served. */
export function readyBlock(settings: Settings, milliseconds: number, password: string): string {
  const { site } = addresses(settings);
  return `
Ready in ${(milliseconds / 1000).toFixed(1)} s. Ctrl-C ends all of it; what it holds is kept in ${settings.state}.

${table([["Site", site], ["Inbox", `${site}${path("inbox", defaultLanguage)}`], ...places(settings)])}

  Administrator  ${settings.adminEmail}
  Password       ${password}
`;
}

/** Returns the text to print after a failed build: the reason, the remedy, and the services that run meanwhile. */
export function notBuiltBlock(settings: Settings, failure: string, earlier: boolean): string {
  const { site } = addresses(settings);
  return `
The site could not be built:

${failure.replace(/^/gm, "  ")}

It is built again as soon as something is published; after a change to the sources, start this again.
${earlier ? `Until then ${site} is the site as it was built before.` : `Until then nothing is served at ${site}; the rest is up:`}
${earlier ? "" : `\n${table(places(settings))}\n`}`;
}
