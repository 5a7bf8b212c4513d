import type { Deployment } from "./deployment.ts";

/** One thing that a deployment does. Run again it finds what it made, and makes nothing twice. */
export type Step = {
  name: string;
  /** One sentence, for `--dry-run`. */
  does: string;
  /** What to do when it fails. */
  help: string;
  /** Whether what is remembered says that it was done once and for all; a step without it is done in every deployment. */
  isDone?(deployment: Pick<Deployment, "made" | "answers">): boolean;
  /** Does it; a text that it answers with is what was found or made. */
  run(deployment: Deployment): Promise<unknown>;
};
