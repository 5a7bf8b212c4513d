// Builds the bundles, the site's pictures, the Studio and migrated databases once. Without it, tests that start
// together would build the same things at the same time.

import { buildSite } from "./built-site.ts";
import { functionsBundle, scheduledBundle } from "./bundles.ts";
import { copyDatabase, embeddedTemplate } from "./database-copy.ts";
import { postgresUrl } from "./postgres-server.ts";
import { buildStudioOnce } from "./prepared-studio.ts";

await Promise.all([functionsBundle(), scheduledBundle()]);
const site = await buildSite("prepared");
await site.close();
await buildStudioOnce();
for (const contents of ["schema", "people"] as const) {
  await embeddedTemplate(contents);
  if (postgresUrl) await (await copyDatabase(postgresUrl, contents)).remove();
}
