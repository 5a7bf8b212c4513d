import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runWrangler } from "#local/cloudflare/wrangler.ts";
import { layOutStudio } from "#local/deploy/configurations.ts";
import { dataset } from "#local/deploy/environment.ts";
import type { Step } from "#local/deploy/step.ts";
import { cms, fingerprint } from "#local/studio/sanity-build.ts";
import { studioHeadersFile } from "#local/studio/server.ts";

export const studio: Step = {
  name: "Studio",
  does: "Builds the Studio, with the schema, for the project at Sanity, and deploys it where it has changed.",
  help: "Run this again. The Studio alone is built by npx sanity build in cms.",
  async run({ folder, made, answers, origin, account, buildStudio, note }) {
    const settings = {
      SANITY_STUDIO_PROJECT_ID: made.sanityProject ?? "",
      SANITY_STUDIO_DATASET: dataset,
      SANITY_STUDIO_SITE_ORIGIN: origin,
    };
    const now = `${answers.CLOUDFLARE_ACCOUNT_ID} ${await fingerprint(cms, { ...settings, headers: studioHeadersFile() })}`;
    if (made.studio === now) return "as it was";
    const dist = join(folder("studio"), "dist");
    await rm(dist, { recursive: true, force: true });
    await buildStudio(dist, settings);
    // Every address that is no file is the Studio's own.
    await writeFile(join(dist, "_redirects"), "/* /index.html 200\n");
    await writeFile(join(dist, "_headers"), studioHeadersFile());
    await layOutStudio(folder("studio"));
    const args = ["pages", "deploy", "--branch", "main", "--commit-dirty=true"];
    await runWrangler(args, { directory: folder("studio"), env: account, timeout: 600_000 });
    await note({ studio: now });
  },
};
