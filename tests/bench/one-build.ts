// Part of `npm run bench -- build`: builds the site once in its own process, from the stand-in at ORIGIN into FOLDER.
// It prints seconds, processor seconds and peak memory as JSON: `node tests/bench/one-build.ts ORIGIN FOLDER`.
import { localContent } from "#local/settings.ts";
import { build } from "#web/build/build.ts";
import { origin as siteOrigin } from "../support/requests.ts";

const [apiHost = "", outDirectory = ""] = process.argv.slice(2);
const startedAt = performance.now();
await build({ outDirectory, content: { ...localContent, apiHost }, siteOrigin });
const seconds = (performance.now() - startedAt) / 1000;
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
// Other work of the machine does not change processor time. It is in microseconds, and memory in kB.
const measured = { seconds, processor: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1000 };
process.stdout.write(`\n${JSON.stringify(measured)}\n`);
