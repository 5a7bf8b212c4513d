import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { redactSecrets } from "#local/cloudflare/secrets.ts";
import { createKeySet } from "#local/keys/key-set.ts";
import { type DeploymentOptions, openProviders } from "./deployment.ts";
import { checkEnvironment, createEnvironment } from "./environment.ts";
import { readKeyIds } from "./live-keys.ts";
import { createAnonymousBranch } from "./preview-database.ts";
import { readProduction } from "./production.ts";
import { type Ask, collectAnswers, toQuestion } from "./questions.ts";
import { listNewFaults, tryMessage, walkSite } from "./smoke.ts";
import { openDeployState } from "./state.ts";
import { deployPages, preparePagesFolder, projectNames } from "./wrangler-deployments.ts";

type PreviewOptions = Omit<DeploymentOptions, "buildStudio" | "offlineCopy"> & {
  directory: string;
  ask: Ask;
  /** Stops the deployment of a preview. */
  signal: AbortSignal;
};

const getFolder = ({ directory }: PreviewOptions, name: string) => join(directory, "previews", name);

/** The questions of a preview. They are few, so that a machine without the site's own values can deploy one. */
const previewQuestions = [
  "SITE_ORIGIN",
  "CLOUDFLARE_ACCOUNT_ID",
  "CLOUDFLARE_API_TOKEN",
  "NEON_API_KEY",
  "NEON_ORG_ID",
  "SANITY_PROJECT_ID",
  "PREVIEW_MAIL_URL",
].map((name) => ({
  ...toQuestion(name, name === "NEON_ORG_ID"),
  ...(name === "SANITY_PROJECT_ID" && {
    asks: "The Sanity project whose published content a preview shows: see .deploy/production.env.",
  }),
}));

/** Returns a valid name of a preview. Pages derives the preview's address from it, and cuts it after 28 characters. */
const checkName = (name: string) => {
  if (/^[a-z0-9](?:[a-z0-9-]{0,26}[a-z0-9])?$/.test(name) && name !== "main") return name;
  throw new Error("A preview's name is 1 to 28 lower-case letters, digits and dashes, and not main.");
};

/**
 * Opens the state of deployments for a preview: collects the answers without storing them, and finds the live site's
 * project at Neon. No deployment can run until `close`.
 */
async function openPreview(options: PreviewOptions) {
  const state = await openDeployState(options.directory);
  const { answers, results } = state;
  const knownAnswers: Record<string, string> = {
    ...answers,
    ...(results.sanityProject && { SANITY_PROJECT_ID: results.sanityProject }),
  };
  // The answers of a preview do not change those of the live site.
  const keepAnswer = async (name: string, value: string) => {
    knownAnswers[name] = value;
  };
  try {
    await collectAnswers(
      options.command,
      knownAnswers,
      options.ask,
      keepAnswer,
      options.say,
      previewQuestions,
    );
    const providers = openProviders(knownAnswers, options.command);
    const project =
      results.neonProject ?? (await providers.neon.find(new URL(knownAnswers.SITE_ORIGIN ?? "").hostname));
    if (!project)
      throw new Error(
        `Neon has no database of ${knownAnswers.SITE_ORIGIN}: a preview needs it, and npm run deploy creates it.`,
      );
    return { knownAnswers, project, ...providers, close: state.close };
  } catch (error) {
    await state.close();
    throw error;
  }
}

/**
 * Deploys a preview of the sources at its own address, and tests it. Its database is a branch of the live one without
 * personal data, and its mails go to PREVIEW_MAIL_URL. A second deployment of the same name starts anew.
 * @returns its address
 * @throws Error with the fault, without secrets
 */
export async function deployPreview(requestedName: string, options: PreviewOptions): Promise<string> {
  const name = checkName(requestedName);
  const { command, say, fetch, intervalMs, mailTimeoutMs, signal } = options;
  const { knownAnswers, project, neon, cloudflare, account, close } = await openPreview(options);
  const secrets: Record<string, string> = { authKeys: await createKeySet() };
  try {
    const subdomain = await cloudflare.ensureProject(projectNames.site);
    const origin = `https://${name}.${subdomain}`;
    // An earlier state of the change may have migrated the branch differently.
    await neon.removeBranch(project, name);
    const { ownerUrl, edgePassword, applied } = await createAnonymousBranch(neon, project, name, signal);
    Object.assign(secrets, { ownerUrl, edgePassword });
    say(`  database: a new branch with ${applied.length} applied migrations and without personal data`);
    const environment = createPreviewEnvironment(origin, knownAnswers, secrets, command);
    await checkEnvironment(environment);
    const folder = getFolder(options, name);
    signal.throwIfAborted();
    await options.buildSite({
      ...readProduction(environment, false),
      outDirectory: join(folder, "dist"),
      onWarning: say,
      onStep: () => {},
    });
    // Pages has one set of secrets for all previews, so these are variables. They give access to nothing else.
    signal.throwIfAborted();
    await preparePagesFolder(folder, "site", environment);
    await deployPages(folder, name, account);

    const site = { origin, fetch, kids: readKeyIds(secrets.authKeys) };
    const findings = await walkSite(site);
    const trialMessage = { key: randomUUID(), email: "canary@example.com" };
    const { fault } = await tryMessage(site, trialMessage, { ownerUrl, intervalMs, mailTimeoutMs });
    findings.set("a message", fault);
    const faults = listNewFaults(null, findings);
    if (faults.length > 0)
      throw new Error(
        `${origin} is deployed, but has faults:\n${faults.map((faultLine) => `    ${faultLine}`).join("\n")}`,
      );
    return origin;
  } catch (error) {
    throw new Error(redactSecrets((error as Error).message, secrets));
  } finally {
    await close();
  }
}

/**
 * Removes a preview: its deployments, its database branch and its local folder. Returns whether a deployment or the
 * branch existed.
 */
export async function removePreview(requestedName: string, options: PreviewOptions): Promise<boolean> {
  const name = checkName(requestedName);
  const { project, neon, cloudflare, close } = await openPreview(options);
  try {
    const deployments = await cloudflare.branchDeployments(projectNames.site, name);
    for (const id of deployments) await cloudflare.removeDeployment(projectNames.site, id);
    await rm(getFolder(options, name), { recursive: true, force: true });
    return (await neon.removeBranch(project, name)) || deployments.length > 0;
  } finally {
    await close();
  }
}

/**
 * Returns the environment of a preview deployment. It has no Studio, and no token of the CMS because any client may
 * read published content.
 */
function createPreviewEnvironment(
  origin: string,
  knownAnswers: Record<string, string>,
  results: Record<string, string>,
  command: Record<string, string | undefined>,
): Record<string, string> {
  const { SANITY_PROJECT_ID: sanityProject = "", PREVIEW_MAIL_URL: MAIL_API_URL = "" } = knownAnswers;
  const answers = {
    SITE_ORIGIN: origin,
    MAIL_API_URL,
    MAIL_FROM: "Preview <preview@example.com>",
    CONTACT_NOTIFY_TO: "preview@example.com",
  };
  const values = { ...results, sanityProject, mailKey: "preview" };
  const { STUDIO_ORIGIN: _, ...environment } = createEnvironment(answers, values, command);
  return environment;
}
