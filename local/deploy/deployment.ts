import { join } from "node:path";
import type { ArtifactOptions } from "#local/product/artifact.ts";
import type { StudioSettings } from "#local/studio/sanity-build.ts";
import { openApi } from "./api.ts";
import { openCloudflare } from "./cloudflare.ts";
import { createEnvironment, getHost } from "./environment.ts";
import { openNeon } from "./neon.ts";
import { readProduction } from "./production.ts";
import type { Ask } from "./questions.ts";
import { openResend } from "./resend.ts";
import { openSanityManagement } from "./sanity.ts";
import type { DeployState } from "./state.ts";

type ValueMap = Record<string, string>;
type Variables = Record<string, string | undefined>;

/** The surroundings of a run, which a test replaces. */
export type DeploymentOptions = {
  /** The environment of the command. */
  command: Variables;
  /** Asks the operator. */
  ask: Ask;
  /** Requests an address of the live site. */
  fetch: (address: string, init?: RequestInit) => Promise<Response>;
  buildSite: (options: ArtifactOptions) => Promise<string | null>;
  /** Whether to use the content of the last build if the CMS is unavailable. */
  offlineCopy: boolean;
  buildStudio: (directory: string, settings: StudioSettings) => Promise<void>;
  /** The time between two attempts while a provider works. */
  intervalMs: number;
  /** The time-out until the provider has the mail about a message. The cron sends mails that a request left. */
  mailTimeoutMs: number;
  say: (line: string) => void;
};

/** A run: the answers, the results of its steps so far, and the providers. */
export type Deployment = ReturnType<typeof openDeployment>;

/** A step of a deployment. A repeated run finds the results of the first, and creates nothing twice. */
export type Step = {
  name: string;
  /** Describes the step in one sentence, for `--dry-run`. */
  does: string;
  /** The remedy for a failure. */
  help: string;
  /** Returns whether the step is done for good; a step without it runs in every deployment. */
  isDone?(deployment: Pick<Deployment, "results" | "answers">): boolean;
  /** Runs the step, and returns the text to print about it, if any. */
  run(deployment: Deployment): Promise<unknown>;
};

/**
 * Returns the APIs of Cloudflare and Neon, and the account variables for wrangler. The environment `command` may have
 * the addresses of local stand-ins instead.
 */
export function openProviders(answers: ValueMap, command: Variables) {
  const { CLOUDFLARE_ACCOUNT_ID = "", CLOUDFLARE_API_TOKEN = "", NEON_API_KEY = "" } = answers;
  const cloudflareUrl = command.CLOUDFLARE_API_BASE_URL || "https://api.cloudflare.com/client/v4";
  const neonUrl = command.NEON_API_URL || "https://console.neon.tech/api/v2";
  return {
    account: { CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_API_TOKEN },
    cloudflare: openCloudflare(
      openApi("Cloudflare", cloudflareUrl, CLOUDFLARE_API_TOKEN),
      CLOUDFLARE_ACCOUNT_ID,
    ),
    neon: openNeon(openApi("Neon", neonUrl, NEON_API_KEY), {
      organization: answers.NEON_ORG_ID,
      region: answers.NEON_REGION,
    }),
  };
}

/**
 * Opens what the checks and steps of a deployment share: the stored answers and results, the folders, and the APIs of
 * the providers.
 */
export function openDeployment(state: DeployState, options: DeploymentOptions) {
  const { answers, results, directory } = state;
  const { command, say, offlineCopy } = options;
  const { SITE_ORIGIN = "", SANITY_AUTH_TOKEN = "", RESEND_API_KEY = "", SANITY_ORGANIZATION_ID } = answers;
  const folder = (name: string) => join(directory, name);
  const dist = join(folder("site"), "dist");
  const sanityUrl = command.SANITY_API_URL || "https://api.sanity.io";
  const resendUrl = command.RESEND_API_URL || "https://api.resend.com";
  const environment = () => createEnvironment(answers, results, command);
  return {
    ...options,
    answers,
    results,
    folder,
    dist,
    directory,
    environment,
    storeResults: state.storeResults,
    /** The host of the site. */
    host: getHost(answers),
    origin: new URL(SITE_ORIGIN).origin,
    ...openProviders(answers, command),
    sanity: openSanityManagement(openApi("Sanity", sanityUrl, SANITY_AUTH_TOKEN), SANITY_ORGANIZATION_ID),
    resend: openResend(openApi("Resend", resendUrl, RESEND_API_KEY)),
    /** Builds the site from the CMS or, while the CMS has no content, from the launch copy that the CMS will get. */
    async build(): Promise<string> {
      const hasContent = results.content !== undefined;
      const staleCopy = await options.buildSite({
        ...readProduction(hasContent ? environment() : { SITE_ORIGIN }, !hasContent),
        outDirectory: dist,
        onWarning: say,
        onStep: () => {},
        ...(hasContent && { offlineCopy }),
      });
      if (staleCopy && hasContent) say(`  ${staleCopy}`);
      return hasContent ? "from the CMS" : "from the launch copy";
    },
  };
}
