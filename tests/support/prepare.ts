// Builds what many tests share once: all of it, or the named preparations. Without it, tests that start together would
// wait for the same builds.

import { buildSite } from "./built-site.ts";
import { functionsBundle, scheduledBundle } from "./bundles.ts";
import { copyDatabase, embeddedTemplate } from "./database-copy.ts";
import { postgresUrl } from "./postgres-server.ts";
import { buildStudioOnce } from "./prepared-studio.ts";

const preparations: Record<string, () => Promise<unknown>> = {
  bundles: () => Promise.all([functionsBundle(), scheduledBundle()]),
  // Encodes the pictures.
  "built-site": async () => (await buildSite("prepared")).close(),
  "prepared-studio": buildStudioOnce,
  async "database-copy"() {
    for (const contents of ["schema", "people"] as const) {
      await embeddedTemplate(contents);
      if (postgresUrl) await (await copyDatabase(postgresUrl, contents)).remove();
    }
  },
};

const names = process.argv.slice(2);
for (const [name, prepare] of Object.entries(preparations)) {
  if (names.length === 0 || names.includes(name)) await prepare();
}
