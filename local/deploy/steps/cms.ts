import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@sanity/client";
import { sanityImport } from "@sanity/import";
import { apiVersion } from "#cms/content/site.ts";
import { readSeed, seedDirectory } from "#cms/seed/documents.ts";
import type { Step } from "#local/deploy/deployment.ts";
import { dataset, getHost, getStudioOrigin } from "#local/deploy/environment.ts";
import { deployPages, preparePagesFolder } from "#local/deploy/wrangler-deployments.ts";
import { hashSources, cmsFolder as studioSources } from "#local/studio/sanity-build.ts";
import { createStudioHeadersFile } from "#local/studio/server.ts";

type CmsValues = Record<string, string>;

/**
 * Returns the values that the step depends on: the project, and the two origins that may query it. If one changes, the
 * step runs again.
 */
const toCmsInputs = (results: CmsValues, answers: CmsValues) =>
  [answers.SANITY_PROJECT_ID || results.sanityProject, getStudioOrigin(answers), getHost(answers)].join(" ");

/** Removes the results that belong to the earlier project or its content. */
const removedResults = { readToken: null, writeToken: null, content: null, isBuiltOfContent: null };

export const cms: Step = {
  name: "CMS",
  does: "Creates a Sanity project with a dataset, a token for reading and one for publishing, and allows queries from the Studio and the site.",
  help: "The Sanity token must belong to a user who may create projects (npx sanity login, npx sanity debug --secrets). For a user in an organization, set SANITY_ORGANIZATION_ID; for an existing project, set SANITY_PROJECT_ID.",
  isDone: ({ results, answers }) =>
    results.writeToken !== undefined && results.cmsInputs === toCmsInputs(results, answers),
  async run({ sanity, host, origin, answers, results, storeResults }) {
    const project = answers.SANITY_PROJECT_ID || results.sanityProject || (await sanity.findOrCreate(host));
    const isAnother = results.sanityProject !== undefined && results.sanityProject !== project;
    await storeResults({ sanityProject: project, ...(isAnother && removedResults) });
    await sanity.ensureDataset(project, dataset);
    for (const allowedOrigin of [getStudioOrigin(answers), origin])
      await sanity.ensureOrigin(project, allowedOrigin);
    if (!results.readToken)
      await storeResults({
        readToken: await sanity.renewToken(project, "vitrina: the site reads", "viewer"),
      });
    if (!results.writeToken)
      await storeResults({
        writeToken: await sanity.renewToken(project, "vitrina: the site publishes", "editor"),
      });
    await storeResults({ cmsInputs: toCmsInputs(results, answers) });
    return project;
  },
};

export const content: Step = {
  name: "launch copy",
  does: "Imports the launch copy in cms/seed into an empty CMS, once; existing content stays.",
  help: "Run this again: imported documents are not written twice. The Sanity token needs write access.",
  isDone: ({ results }) => results.content !== undefined,
  async run({ results, answers, command, storeResults }) {
    const { SANITY_API_HOST: apiHost } = command;
    const client = createClient({
      projectId: results.sanityProject ?? "",
      dataset,
      token: results.writeToken ?? "",
      apiVersion,
      useCdn: false,
      ...(apiHost && { apiHost, useProjectHostname: false }),
    });
    // An existing project has the work of its editors.
    const isForeign =
      Boolean(answers.SANITY_PROJECT_ID) && (await client.fetch<number>("count(*[_type == 'page'])")) > 0;
    if (!isForeign) {
      const options = { client, operation: "createIfNotExists", assetsBase: seedDirectory } as const;
      const [warning] = (await sanityImport(readSeed(), options)).warnings;
      if (warning) throw new Error(`Not every picture was imported: ${warning.message}.`);
    }
    await storeResults({ content: isForeign ? "was there" : "launch copy" });
    return isForeign ? "the project has content, which stays" : `${readSeed().length} documents`;
  },
};

/** Returns the values that the webhook depends on: the project, the site that gets it, and the secret that signs it. */
const toWebhookInputs = ({ sanityProject, webhookSecret }: CmsValues, answers: CmsValues) =>
  [sanityProject, getHost(answers), webhookSecret].join(" ");

export const contentWebhook: Step = {
  name: "webhook of the CMS",
  does: "With a deploy hook, creates the webhook by which Sanity reports publications to the site; without one, content is live without a build.",
  help: "The Sanity token must belong to an administrator of the project.",
  isDone: ({ results, answers }) =>
    !answers.DEPLOY_HOOK_URL || results.contentWebhook === toWebhookInputs(results, answers),
  async run({ sanity, results, answers, origin, storeResults }) {
    await sanity.ensureWebhook(results.sanityProject ?? "", {
      name: "vitrina: builds",
      url: `${origin}/api/hooks/content`,
      dataset,
      secret: results.webhookSecret ?? "",
    });
    await storeResults({ contentWebhook: toWebhookInputs(results, answers) });
  },
};

export const studio: Step = {
  name: "Studio",
  does: "Builds the Studio and its schema for the Sanity project, and deploys it if it has changed.",
  help: "Run this again. To build only the Studio, run npx sanity build in cms.",
  async run({ folder, results, answers, origin, account, buildStudio, storeResults }) {
    const settings = {
      SANITY_STUDIO_PROJECT_ID: results.sanityProject ?? "",
      SANITY_STUDIO_DATASET: dataset,
      SANITY_STUDIO_SITE_ORIGIN: origin,
    };
    const headers = createStudioHeadersFile();
    const sourcesHash = await hashSources(studioSources, { ...settings, headers });
    const currentInputs = `${answers.CLOUDFLARE_ACCOUNT_ID} ${sourcesHash}`;
    if (results.studio === currentInputs) return "as it was";
    const dist = join(folder("studio"), "dist");
    await rm(dist, { recursive: true, force: true });
    await buildStudio(dist, settings);
    // The Studio routes every address that is no file.
    await writeFile(join(dist, "_redirects"), "/* /index.html 200\n");
    await writeFile(join(dist, "_headers"), headers);
    await preparePagesFolder(folder("studio"), "studio");
    await deployPages(folder("studio"), "main", account);
    await storeResults({ studio: currentInputs });
  },
};
