import { join } from "node:path";
import type { ArtefactOptions } from "#local/build/artefact.ts";
import { readProduction } from "#local/build/production.ts";
import type { StudioSettings } from "#local/studio/sanity-build.ts";
import { openApi } from "./api.ts";
import { environmentOf, hostOf } from "./environment.ts";
import { openProviders } from "./providers.ts";
import { openResend } from "./resend.ts";
import { openSanityManagement } from "./sanity.ts";
import type { DeployState } from "./state.ts";

/** What a run is given from outside, so that a test can give it something else. */
export type DeploymentOptions = {
  /** The environment of the command. */
  command: Record<string, string | undefined>;
  /** Asks the live site. */
  fetch: (address: string, init?: RequestInit) => Promise<Response>;
  buildSite: (options: ArtefactOptions) => Promise<string | null>;
  /** Whether, while the CMS is away, the copy of the last build that reached it will do. */
  offlineCopy: boolean;
  buildStudio: (directory: string, settings: StudioSettings) => Promise<void>;
  /** How long is waited between two looks at what takes its time, in milliseconds. */
  interval: number;
  /** How long the mail about a message may take to the provider, in milliseconds: the cron takes up what a request left. */
  mailTimeout: number;
  say: (line: string) => void;
};

/** One run: what is known, and those who are asked. */
export type Deployment = ReturnType<typeof openDeployment>;

/** Opens a run over what is remembered. */
export function openDeployment(state: DeployState, options: DeploymentOptions) {
  const { answers, made, directory } = state;
  const { command, say } = options;
  const answered = (name: string) => answers[name] ?? "";
  const folder = (name: string) => join(directory, name);
  const dist = join(folder("site"), "dist");
  const sanityUrl = command.SANITY_API_URL || "https://api.sanity.io";
  const resendUrl = command.RESEND_API_URL || "https://api.resend.com";
  const environment = () => environmentOf(answers, made, command);
  return {
    ...options,
    ...{ answers, made, folder, dist, directory, environment, note: state.note },
    /** The host of the site. */
    host: hostOf(answers),
    origin: new URL(answered("SITE_ORIGIN")).origin,
    ...openProviders(answers, command),
    sanity: openSanityManagement(
      openApi("Sanity", sanityUrl, answered("SANITY_AUTH_TOKEN")),
      answers.SANITY_ORGANIZATION_ID,
    ),
    resend: openResend(openApi("Resend", resendUrl, answered("RESEND_API_KEY"))),
    /** Builds what is deployed: of what the CMS says, or, as long as it has no content yet, of the launch copy that it will get. */
    async build(): Promise<string> {
      const hasContent = made.content !== undefined;
      const from = hasContent ? environment() : { SITE_ORIGIN: answered("SITE_ORIGIN") };
      const production = readProduction(from, !hasContent);
      const began = Date.now();
      const { offlineCopy } = options;
      const older = await options.buildSite({
        ...{ ...production, outDirectory: dist, onHeavy: say, onStep: () => {} },
        ...(hasContent && { offlineCopy }),
      });
      if (older && hasContent) say(`  ${older}`);
      say(
        `  built in ${Math.round((Date.now() - began) / 1000)} s, of ${hasContent ? "what the CMS says" : "the launch copy"}`,
      );
      return hasContent ? "from the CMS" : "from the launch copy";
    },
  };
}
