import type { KVNamespace } from "@cloudflare/workers-types";
import * as v from "valibot";
import { turnstileOrigin } from "./contract/contact.ts";
import { isMailbox } from "./contract/mailbox.ts";
import {
  address,
  givenVariables,
  logVariables,
  matching,
  present,
  siteVariables,
  variableFaults,
} from "./contract/variables.schema.ts";
import { parseSigningKeys, type SigningKeys } from "./kernel/crypto/keys.ts";

const mailbox = matching("one mail address", isMailbox);
// Sessions are kept for 30 days after their end, and the site promises that they are gone after twelve months.
const days = v.pipe(
  matching(
    "a whole number of days, 1 to 330",
    (value) => /^[1-9]\d{0,2}$/.test(value) && Number(value) <= 330,
  ),
  v.transform(Number),
);
const postgresAddress = matching("a postgresql:// address", (value) =>
  /^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? ""),
);
const milliseconds = v.pipe(
  matching("a whole number of milliseconds, 1 to 60000", (value) => {
    return /^[1-9]\d{0,4}$/.test(value) && Number(value) <= 60_000;
  }),
  v.transform(Number),
);

const turnstileSite = { TURNSTILE_SITE_KEY: v.optional(present) };

const settings = v.object({
  ...siteVariables,
  ...logVariables,
  DATABASE_URL: postgresAddress,
  DATABASE_FETCH_ENDPOINT: v.optional(address),
  // A request has to be answered within three seconds, whatever the database does.
  DATABASE_TIMEOUT_MS: v.optional(milliseconds, "2200"),
  SANITY_WRITE_TOKEN: v.optional(present),
  SANITY_WEBHOOK_SECRET: v.optional(present),
  DEPLOY_HOOK_URL: v.optional(address),
  AUTH_KEYS: present,
  MAIL_API_URL: address,
  MAIL_API_KEY: present,
  MAIL_FROM: mailbox,
  MAIL_WEBHOOK_SECRET: v.optional(
    matching("a secret of Svix's form, whsec_… in base64", (value) =>
      /^whsec_(?:[A-Za-z\d+/]{4}){6,}(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(value),
    ),
  ),
  MAIL_DAILY_QUOTA: v.optional(
    v.pipe(
      matching("a whole number of mails, 2 to 10000000", (value) =>
        /^(?:[2-9]|[1-9]\d{1,6}|10000000)$/.test(value),
      ),
      v.transform(Number),
    ),
    "100",
  ),
  CONTACT_NOTIFY_TO: mailbox,
  CONTACT_ALERT_TO: v.optional(mailbox),
  CANARY_TO: v.optional(mailbox),
  SIGN_UP: v.optional(v.picklist(["open", "closed"], "is malformed: expected open or closed"), "closed"),
  SESSION_IDLE_DAYS: v.optional(days, "30"),
  SESSION_ABSOLUTE_DAYS: v.optional(days, "90"),
  SPOOL: v.optional(
    v.custom<KVNamespace>(
      (value) => typeof (value as KVNamespace | null)?.put === "function",
      "is malformed: expected a KV namespace",
    ),
  ),
  ...turnstileSite,
  TURNSTILE_SECRET: v.optional(present),
  TURNSTILE_VERIFY_URL: v.optional(address, `${turnstileOrigin}/turnstile/v0/siteverify`),
});

/** The settings of the edge, checked. */
export type Environment = Omit<v.InferOutput<typeof settings>, "AUTH_KEYS"> & { signingKeys: SigningKeys };

const site = v.object({ ...siteVariables, ...turnstileSite });

/** The settings that the pages need. */
export type SiteEnvironment = v.InferOutput<typeof site>;

const log = v.object(logVariables);

/** Where the lines of the log go, by which token, and how they are written. */
export type LogSink = v.InferOutput<typeof log> & { LOG_SINK_URL: string };

/** Thrown while the edge is not configured; its message names every variable that is missing or malformed. */
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
 * The settings of the edge, read once for each isolate.
 * @throws EnvironmentError
 */
export function readEnvironment(bindings: Record<string, unknown>): Promise<Environment> {
  const known = parsed.get(bindings);
  if (known) return known;
  const environment = parse(bindings);
  parsed.set(bindings, environment);
  return environment;
}

/** The settings that the pages need, whatever the others are. @throws EnvironmentError */
export function readSiteEnvironment(bindings: Record<string, unknown>): SiteEnvironment {
  const given = givenVariables(bindings);
  const { success, output, issues } = v.safeParse(site, given);
  if (!success) throw new EnvironmentError(variableFaults(issues, given));
  return output;
}

const logSinks = new WeakMap<object, LogSink | null>();

/** The sink of the log, read once for each isolate, whatever the other settings are; null where there is none, or it is malformed, which the API tells. */
export function readLogSink(bindings: Record<string, unknown>): LogSink | null {
  const known = logSinks.get(bindings);
  if (known !== undefined) return known;
  const { success, output } = v.safeParse(log, givenVariables(bindings));
  const { LOG_SINK_URL } = success ? output : {};
  const sink = success && LOG_SINK_URL ? { ...output, LOG_SINK_URL } : null;
  logSinks.set(bindings, sink);
  return sink;
}
