import { randomBytes } from "node:crypto";
import { readEnvironment } from "#functions/env.ts";
import { secretNames } from "#local/cloudflare/secrets.ts";
import { createKeySet } from "#local/keys/key-set.ts";

type Values = Record<string, string>;

/** What of the answers the Workers read as it is. */
export const handedOn = [
  ...[
    "SITE_ORIGIN",
    "MAIL_API_URL",
    "MAIL_FROM",
    "CONTACT_NOTIFY_TO",
    "CONTACT_ALERT_TO",
    "CANARY_TO",
    "MAIL_DAILY_QUOTA",
    "SIGN_UP",
    "WEB_ANALYTICS_TOKEN",
    "LOG_SINK_URL",
    "LOG_SINK_TOKEN",
    "LOG_SINK_FORMAT",
  ],
  ...[
    "SESSION_IDLE_DAYS",
    "SESSION_ABSOLUTE_DAYS",
    "TURNSTILE_SITE_KEY",
    "TURNSTILE_SECRET",
    "DEPLOY_HOOK_URL",
  ],
];
/** Addresses of stand-ins, which only the environment of the command names. */
const standIns = ["DATABASE_FETCH_ENDPOINT", "SANITY_API_HOST", "TURNSTILE_VERIFY_URL"];

export const dataset = "production";

/** The host of the site; empty where its address was not answered yet. */
export const hostOf = ({ SITE_ORIGIN = "" }: Values): string => URL.parse(SITE_ORIGIN)?.hostname ?? "";

/** Where editors find the Studio: as answered, or on `studio.` of the site's domain. */
export const studioOriginOf = (answers: Values): string =>
  answers.STUDIO_ORIGIN || `https://studio.${hostOf(answers).replace(/^www\./, "")}`;

/** The login of the edge at the database that `ownerUrl` leads to. */
export function edgeUrlOf(ownerUrl: string, password: string): string {
  return Object.assign(new URL(ownerUrl), { username: "edge", password: encodeURIComponent(password) }).href;
}

/**
 * The environment of both Workers, of what was answered and made. There is no other place where it comes from, so they cannot differ.
 * `command` is the environment of the command itself.
 */
export function environmentOf(
  answers: Values,
  made: Values,
  command: Record<string, string | undefined>,
): Values {
  const {
    ownerUrl,
    edgePassword,
    sanityProject,
    readToken,
    writeToken,
    mailKey,
    mailWebhookSecret,
    authKeys,
  } = made;
  const variables = {
    ...Object.fromEntries(handedOn.map((name) => [name, answers[name]])),
    ...Object.fromEntries(standIns.flatMap((name) => (command[name] ? [[name, command[name]]] : []))),
    STUDIO_ORIGIN: studioOriginOf(answers),
    MAIL_API_URL: answers.MAIL_API_URL || "https://api.resend.com/emails",
    DATABASE_URL: ownerUrl && edgePassword && edgeUrlOf(ownerUrl, edgePassword),
    SANITY_PROJECT_ID: sanityProject,
    SANITY_DATASET: dataset,
    SANITY_READ_TOKEN: readToken,
    SANITY_WRITE_TOKEN: writeToken,
    // Without a deploy hook nothing is built at a webhook: what was published is live without.
    SANITY_WEBHOOK_SECRET: answers.DEPLOY_HOOK_URL && made.webhookSecret,
    AUTH_KEYS: authKeys,
    MAIL_API_KEY: mailKey,
    MAIL_WEBHOOK_SECRET: mailWebhookSecret,
  };
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/** Holds an environment to what the edge asks of it. @throws EnvironmentError that names every fault */
export const checkEnvironment = (environment: Values): Promise<unknown> =>
  readEnvironment({ ...environment });

/** The same before anything was made, with something in the place of what will be. */
export async function checkAnswers(
  answers: Values,
  made: Values,
  command: Record<string, string | undefined>,
) {
  const standingFor = {
    ...{ ownerUrl: "postgresql://owner:secret@host.invalid/vitrina", edgePassword: "secret" },
    ...{
      sanityProject: "project",
      readToken: "token",
      writeToken: "token",
      mailKey: "key",
      webhookSecret: "secret",
    },
    ...{ mailWebhookSecret: newWebhookSecret(), authKeys: made.authKeys ?? (await createKeySet()) },
  };
  await checkEnvironment(environmentOf(answers, { ...standingFor, ...made }, command));
}

const newWebhookSecret = () => `whsec_${randomBytes(24).toString("base64")}`;

/** The environment as the two kinds that Cloudflare has: what is written into a configuration, and what is handed over apart. */
export function split(environment: Values): { variables: Values; secrets: Values } {
  const part = (isSecret: boolean) =>
    Object.fromEntries(
      Object.entries(environment).filter(([name]) => secretNames.includes(name) === isSecret),
    );
  return { variables: part(false), secrets: part(true) };
}

/** The environment as lines of a file, such as `npm run keys` takes. */
export const asLines = (environment: Values): string =>
  Object.entries(environment)
    .map(([name, value]) => `${name}=${value.includes("'") ? `"${value}"` : `'${value}'`}\n`)
    .join("");
