import type { KVNamespace, R2Bucket } from "@cloudflare/workers-types";
import * as v from "valibot";
import { parseSigningKeys, type SigningKeys } from "./kernel/crypto/keys.ts";
import { memoize } from "./kernel/memoize.ts";
import { selectSetVariables, toFaults } from "./kernel/variable-types.ts";
import { logVariables, pageVariables, workerVariables } from "./variables.ts";

const settings = v.object({
  ...workerVariables,
  SPOOL: v.optional(
    v.custom<KVNamespace>(
      (value) => typeof (value as KVNamespace | null)?.put === "function",
      "is malformed: expected a KV namespace",
    ),
  ),
  ATTACHMENTS: v.optional(
    v.custom<R2Bucket>(
      (value) => typeof (value as R2Bucket | null)?.put === "function",
      "is malformed: expected an R2 bucket",
    ),
  ),
});

/** The validated settings of the edge. */
export type Environment = Omit<v.InferOutput<typeof settings>, "AUTH_KEYS"> & { signingKeys: SigningKeys };

const site = v.object({ ...pageVariables, TURNSTILE_SITE_KEY: workerVariables.TURNSTILE_SITE_KEY });

/** The settings that the pages need. */
export type SiteEnvironment = v.InferOutput<typeof site>;

const log = v.object(logVariables);

/** The service that gets a copy of the log, with its token and format. */
export type LogSink = v.InferOutput<typeof log> & { LOG_SINK_URL: string };

/** Thrown while the edge is not configured. The message names every missing or malformed variable. */
export class EnvironmentError extends Error {
  constructor(faults: string[]) {
    super(`The environment is not complete: ${faults.join("; ")}.`);
    this.name = "EnvironmentError";
  }
}

/** Validates all settings of the edge. The error lists every fault, so the operator can fix them at once. */
async function parseEnvironment(bindings: Record<string, unknown>): Promise<Environment> {
  const setVariables = selectSetVariables(bindings);
  const { output, issues = [] } = v.safeParse(settings, setVariables);
  const faults = toFaults(issues, setVariables);

  let signingKeys: SigningKeys | undefined;
  if (typeof setVariables.AUTH_KEYS === "string") {
    try {
      signingKeys = await parseSigningKeys(setVariables.AUTH_KEYS);
    } catch (error) {
      faults.push(`AUTH_KEYS is malformed: ${(error as Error).message}`);
    }
  }
  if ("TURNSTILE_SITE_KEY" in setVariables !== "TURNSTILE_SECRET" in setVariables) {
    faults.push("TURNSTILE_SITE_KEY and TURNSTILE_SECRET belong together: set both or neither");
  }
  if ("SANITY_WEBHOOK_SECRET" in setVariables && !("DEPLOY_HOOK_URL" in setVariables)) {
    faults.push("SANITY_WEBHOOK_SECRET needs DEPLOY_HOOK_URL: a webhook starts a build there");
  }
  if (
    "MAIL_REPLY_DOMAIN" in setVariables &&
    !("MAIL_READ_KEY" in setVariables && "MAIL_WEBHOOK_SECRET" in setVariables)
  ) {
    faults.push(
      "MAIL_REPLY_DOMAIN needs MAIL_READ_KEY and MAIL_WEBHOOK_SECRET: received mails arrive by the webhook",
    );
  }
  if ("MAIL_REPLY_DOMAIN" in setVariables && !("ATTACHMENTS" in setVariables)) {
    faults.push(
      "MAIL_REPLY_DOMAIN needs the R2 bucket ATTACHMENTS, which stores the files of received mails",
    );
  }
  if ("CANARY_TO" in setVariables && !("CONTACT_ALERT_TO" in setVariables)) {
    faults.push(
      "CANARY_TO needs CONTACT_ALERT_TO: the address that is alerted when the synthetic message does not arrive",
    );
  }
  if (faults.length > 0 || !signingKeys) throw new EnvironmentError(faults);
  const { AUTH_KEYS: _, ...rest } = output as v.InferOutput<typeof settings>;
  return { ...rest, signingKeys };
}

/**
 * Returns the settings of the edge, validated once in each isolate.
 * @throws EnvironmentError
 */
export const readEnvironment = memoize(parseEnvironment);

/**
 * Returns the settings of the pages, even if others are malformed, so that the pages stay online.
 * @throws EnvironmentError
 */
export function readSiteEnvironment(bindings: Record<string, unknown>): SiteEnvironment {
  const setVariables = selectSetVariables(bindings);
  const { success, output, issues } = v.safeParse(site, setVariables);
  if (!success) throw new EnvironmentError(toFaults(issues, setVariables));
  return output;
}

/**
 * Returns the sink of the log, validated once in each isolate; null if it is missing or malformed. The API reports a
 * malformed sink.
 */
export const readLogSink = memoize((bindings: Record<string, unknown>): LogSink | null => {
  const { success, output } = v.safeParse(log, selectSetVariables(bindings));
  const { LOG_SINK_URL } = success ? output : {};
  return success && LOG_SINK_URL ? { ...output, LOG_SINK_URL } : null;
});
