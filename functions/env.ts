import type { KVNamespace } from "@cloudflare/workers-types";
import * as v from "valibot";
import { parseSigningKeys, type SigningKeys } from "./kernel/crypto/keys.ts";
import { givenVariables, variableFaults } from "./kernel/variable-types.ts";
import { logVariables, pageVariables, workerVariables } from "./variables.ts";

const settings = v.object({
  ...workerVariables,
  SPOOL: v.optional(
    v.custom<KVNamespace>(
      (value) => typeof (value as KVNamespace | null)?.put === "function",
      "is malformed: expected a KV namespace",
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

async function parse(bindings: Record<string, unknown>): Promise<Environment> {
  const given = givenVariables(bindings);
  const { output, issues = [] } = v.safeParse(settings, given);
  const faults = variableFaults(issues, given);

  let signingKeys: SigningKeys | undefined;
  if (typeof given.AUTH_KEYS === "string") {
    try {
      signingKeys = await parseSigningKeys(given.AUTH_KEYS);
    } catch (error) {
      faults.push(`AUTH_KEYS is malformed: ${(error as Error).message}`);
    }
  }
  if ("TURNSTILE_SITE_KEY" in given !== "TURNSTILE_SECRET" in given) {
    faults.push("TURNSTILE_SITE_KEY and TURNSTILE_SECRET belong together: set both or neither");
  }
  if ("SANITY_WEBHOOK_SECRET" in given && !("DEPLOY_HOOK_URL" in given)) {
    faults.push("SANITY_WEBHOOK_SECRET needs DEPLOY_HOOK_URL: a webhook starts a build there");
  }
  if ("CANARY_TO" in given && !("CONTACT_ALERT_TO" in given)) {
    faults.push(
      "CANARY_TO needs CONTACT_ALERT_TO: the address that is alerted when the synthetic message does not arrive",
    );
  }
  if (faults.length > 0 || !signingKeys) throw new EnvironmentError(faults);
  const { AUTH_KEYS: _, ...rest } = output as v.InferOutput<typeof settings>;
  return { ...rest, signingKeys };
}

const parsed = new WeakMap<object, Promise<Environment>>();

/**
 * Returns the settings of the edge, validated once in each isolate.
 * @throws EnvironmentError
 */
export function readEnvironment(bindings: Record<string, unknown>): Promise<Environment> {
  const known = parsed.get(bindings);
  if (known) return known;
  const environment = parse(bindings);
  parsed.set(bindings, environment);
  return environment;
}

/** Returns the settings of the pages, even if others are malformed. @throws EnvironmentError */
export function readSiteEnvironment(bindings: Record<string, unknown>): SiteEnvironment {
  const given = givenVariables(bindings);
  const { success, output, issues } = v.safeParse(site, given);
  if (!success) throw new EnvironmentError(variableFaults(issues, given));
  return output;
}

const logSinks = new WeakMap<object, LogSink | null>();

/**
 * Returns the sink of the log, validated once in each isolate; null if it is missing or malformed. The API reports a
 * malformed sink.
 */
export function readLogSink(bindings: Record<string, unknown>): LogSink | null {
  const known = logSinks.get(bindings);
  if (known !== undefined) return known;
  const { success, output } = v.safeParse(log, givenVariables(bindings));
  const { LOG_SINK_URL } = success ? output : {};
  const sink = success && LOG_SINK_URL ? { ...output, LOG_SINK_URL } : null;
  logSinks.set(bindings, sink);
  return sink;
}
