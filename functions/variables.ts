import * as v from "valibot";
import { turnstileOrigin } from "./contract/security-headers.ts";
import {
  address,
  bareAddress,
  days,
  hostName,
  identifier,
  mailbox,
  mailCount,
  matching,
  milliseconds,
  oneOf,
  origin,
  postgresAddress,
  present,
  publicOrigin,
  safeAddress,
} from "./kernel/variable-types.ts";

// The manifest of environment variables. Validation, .env.example, deployment and `npm start` derive from it:
// docs/recipes/environment-variable.md.

/** Variables of the pages. The build of the site also reads them. */
export const pageVariables = {
  SITE_ORIGIN: origin("https://www.example.com"),
  STUDIO_ORIGIN: v.optional(origin("https://studio.example.com")),
  SANITY_PROJECT_ID: matching("lower-case letters, digits and dashes", (value) => /^[a-z0-9-]+$/.test(value)),
  SANITY_DATASET: matching("a dataset's name", (value) => /^~?[a-z0-9_-]+$/.test(value)),
  SANITY_API_HOST: v.optional(address),
  SANITY_READ_TOKEN: v.optional(present),
  WEB_ANALYTICS_TOKEN: v.optional(matching("hexadecimal digits", (value) => /^[0-9a-f]{8,64}$/.test(value))),
};

/** Variables of the log, which is written even if other variables are malformed. */
export const logVariables = {
  LOG_SINK_URL: v.optional(safeAddress),
  LOG_SINK_TOKEN: v.optional(present),
  LOG_SINK_FORMAT: v.optional(oneOf(["ndjson", "otlp"]), "ndjson"),
};

/** All variables of the Workers: name, type and default. The site and the scheduled Worker get the same values. */
export const workerVariables = {
  ...pageVariables,
  ...logVariables,
  DATABASE_URL: postgresAddress,
  DATABASE_FETCH_ENDPOINT: v.optional(address),
  // A request must be answered within three seconds, even if the database is slow.
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
  MAIL_REPLY_DOMAIN: v.optional(hostName),
  MAIL_READ_KEY: v.optional(present),
  MAIL_DAILY_QUOTA: v.optional(mailCount, "100"),
  CONTACT_NOTIFY_TO: mailbox,
  CONTACT_ALERT_TO: v.optional(mailbox),
  CANARY_TO: v.optional(mailbox),
  SIGN_UP: v.optional(oneOf(["open", "closed"]), "closed"),
  SESSION_IDLE_DAYS: v.optional(days, "30"),
  SESSION_ABSOLUTE_DAYS: v.optional(days, "90"),
  TURNSTILE_SITE_KEY: v.optional(present),
  TURNSTILE_SECRET: v.optional(present),
  TURNSTILE_VERIFY_URL: v.optional(address, `${turnstileOrigin}/turnstile/v0/siteverify`),
};

type WorkerVariable = keyof typeof workerVariables;

/** Facts about a variable for commands and documentation. */
type Description = {
  /** Explanation for the operator, in one or two sentences. */
  help: string;
  /** Whether the value must stay private. Cloudflare stores it as a secret. */
  isSecret?: true;
  /** Whether `npm run deploy` asks for the value, or only accepts it from its own environment. */
  asked?: "required" | "optional";
  /** The type of the operator's answer, if a deployment checks it before everything else. */
  answer?: v.GenericSchema<string, string>;
  /** The value of a deployment, if the operator gives none. */
  deployDefault?: string;
  /** The name of the result of a deployment step, which generates the value or gets it from a provider. */
  resultName?: string;
  /** The value of `npm start`, unless local/product/site.ts computes one. */
  local?: string;
  /** A value for .env.example, if the type has no default. */
  example?: string;
};

/**
 * A variable of the Workers, with the source of its value in a deployment: the operator's answer; the result
 * `resultName` of a step; a rule in local/deploy/environment.ts; the environment of the command; or none, so that the
 * type's default applies.
 */
type WorkerEntry = Description &
  (
    | { from: "operator"; asked: "required" | "optional" }
    | { from: "result"; resultName: string }
    | { from: "rule" | "stand-in" | "default" }
  );

/** A variable that only commands read. */
type CommandEntry = Description & {
  from?: never;
  readBy: string;
  default?: string;
  /** The default port of a server of `npm start`. */
  port?: number;
};

export type VariableEntry = WorkerEntry | CommandEntry;

/** Every environment variable, in the order of .env.example and of the questions of `npm run deploy`. */
export const variables = {
  SITE_ORIGIN: {
    from: "operator",
    asked: "required",
    answer: publicOrigin,
    example: "https://www.guaria.example",
    help: "The public origin of the site, such as https://www.example.com. Its domain must be in your Cloudflare account.",
  },
  STUDIO_ORIGIN: {
    from: "rule",
    asked: "optional",
    answer: publicOrigin,
    example: "https://studio.guaria.example",
    help: "The origin of the Studio, which may read the site's pages. A deployment uses studio. on the site's domain by default.",
  },
  CLOUDFLARE_ACCOUNT_ID: {
    readBy: "npm run deploy, keys, privacy, backup, restore",
    asked: "required",
    answer: identifier,
    help: "The id of the Cloudflare account: dash.cloudflare.com, Account home, the menu beside its name.",
  },
  CLOUDFLARE_API_TOKEN: {
    readBy: "npm run deploy, keys, privacy, backup, restore",
    asked: "required",
    isSecret: true,
    help: "A token of that account (My Profile, API Tokens) with edit access to Cloudflare Pages, Workers Scripts, Workers KV Storage, Workers R2 Storage, DNS and Zone Settings, and read access to Zone.",
  },
  NEON_API_KEY: {
    readBy: "npm run deploy",
    asked: "required",
    isSecret: true,
    help: "An API key of Neon: console.neon.tech, Account settings, API keys.",
  },
  NEON_ORG_ID: {
    readBy: "npm run deploy",
    asked: "optional",
    help: "The organization at Neon, if the key belongs to a member of one.",
  },
  NEON_REGION: {
    readBy: "npm run deploy",
    asked: "optional",
    answer: identifier,
    help: "The region of the new database, such as aws-us-east-1. Choose one near the inbox's users; it cannot change later.",
  },
  OWNER_DATABASE_URL: {
    readBy: "npm run deploy",
    asked: "optional",
    answer: postgresAddress,
    isSecret: true,
    help: "The address of another database with its owner's login, such as a restored one.",
  },
  DATABASE_URL: {
    from: "rule",
    isSecret: true,
    example: "postgresql://edge:password@host.example/vitrina",
    help: "The address of the database at Neon with the login of the role `edge`. Commands use the owner's login.",
  },
  DATABASE_FETCH_ENDPOINT: { from: "stand-in", help: "The address of SQL over HTTP at a stand-in for Neon." },
  DATABASE_TIMEOUT_MS: {
    from: "default",
    help: "How long the database calls of one request may take in total, in milliseconds.",
  },
  SANITY_AUTH_TOKEN: {
    readBy: "npm run deploy",
    asked: "required",
    isSecret: true,
    help: "A token of Sanity that may create a project: npx sanity login, then npx sanity debug --secrets.",
  },
  SANITY_ORGANIZATION_ID: {
    readBy: "npm run deploy",
    asked: "optional",
    help: "The organization at Sanity that will own the new project.",
  },
  SANITY_TOKEN: {
    readBy: "npm run content, backup, restore",
    isSecret: true,
    help: "A token of Sanity that may write to the hosted project.",
  },
  SANITY_PROJECT_ID: {
    from: "rule",
    asked: "optional",
    answer: identifier,
    help: "The project at Sanity. A deployment creates one by default.",
  },
  SANITY_DATASET: { from: "rule", example: "production", help: "The dataset of that project." },
  SANITY_API_HOST: { from: "stand-in", help: "The address of a stand-in for Sanity." },
  SANITY_READ_TOKEN: {
    from: "result",
    resultName: "readToken",
    isSecret: true,
    help: "A token that may read the dataset with its drafts. Previews and private datasets need it.",
  },
  SANITY_WRITE_TOKEN: {
    from: "result",
    resultName: "writeToken",
    isSecret: true,
    help: "An editor's token. With it the scheduled Worker publishes drafts at their chosen minute.",
  },
  DEPLOY_HOOK_URL: {
    from: "operator",
    asked: "optional",
    isSecret: true,
    help: "The address at which a POST starts a build of the site, such as the build hook of a CI service.",
  },
  SANITY_WEBHOOK_SECRET: {
    from: "rule",
    resultName: "webhookSecret",
    isSecret: true,
    help: "The secret of Sanity's webhook on /api/hooks/content. Without it the site finds publications once an hour.",
  },
  AUTH_KEYS: {
    from: "result",
    resultName: "authKeys",
    isSecret: true,
    help: "The private keys that sign access tokens: a JWK set in JSON, ES256 or EdDSA, each with a kid, newest first. Create them with `npm run keys -- new FILE`.",
  },
  SESSION_IDLE_DAYS: {
    from: "operator",
    asked: "optional",
    help: "How many days a session lasts after its last use.",
  },
  SESSION_ABSOLUTE_DAYS: {
    from: "operator",
    asked: "optional",
    help: "How many days a session lasts in total.",
  },
  SIGN_UP: {
    from: "operator",
    asked: "optional",
    local: "open",
    help: "Whether visitors may create an account: open or closed.",
  },
  RESEND_API_KEY: {
    readBy: "npm run deploy",
    asked: "required",
    isSecret: true,
    help: "An API key of Resend with full access: resend.com/api-keys. The site gets another key that can only send.",
  },
  MAIL_API_URL: {
    from: "operator",
    asked: "optional",
    deployDefault: "https://api.resend.com/emails",
    help: "The address at which the mail provider accepts mails in Resend's format.",
  },
  MAIL_API_KEY: {
    from: "result",
    resultName: "mailKey",
    isSecret: true,
    help: "The API key of the mail provider.",
  },
  MAIL_FROM: {
    from: "operator",
    asked: "required",
    answer: mailbox,
    example: "Guaria Digital <web@guaria.example>",
    help: "The sender of mails: the company's name and an address on the site's domain, such as Example <web@example.com>. Use the brand name of the CMS.",
  },
  MAIL_REPLY_DOMAIN: {
    from: "operator",
    asked: "optional",
    answer: hostName,
    local: "reply.guaria.example",
    help: "The domain that receives replies by mail, such as reply.example.com. It needs the R2 bucket ATTACHMENTS, which a deployment creates. Without it replies go to CONTACT_NOTIFY_TO.",
  },
  MAIL_READ_KEY: {
    from: "result",
    resultName: "mailReadKey",
    isSecret: true,
    help: "The API key of the mail provider that may read received mails. MAIL_REPLY_DOMAIN needs it.",
  },
  MAIL_DAILY_QUOTA: {
    from: "operator",
    asked: "optional",
    local: "10000000",
    help: "How many mails the provider sends in a day. Reserved parts: 20 % security mails of administrators, 15 % notices of messages, 10 % their digests, 5 % each for alerts, administration, recovery, other accounts, confirmations and acknowledgements, and 24 mails with CANARY_TO.",
  },
  MAIL_WEBHOOK_SECRET: {
    from: "result",
    resultName: "mailWebhookSecret",
    isSecret: true,
    help: "The secret (whsec_…) of the provider's webhook on /api/hooks/mail with the events delivered, bounced, complained, failed, suppressed and received. Without it bounces go unnoticed.",
  },
  CONTACT_NOTIFY_TO: {
    from: "operator",
    asked: "required",
    answer: mailbox,
    example: "hola@guaria.example",
    help: "The address that gets a notice of each contact message.",
  },
  CONTACT_ALERT_TO: {
    from: "operator",
    asked: "optional",
    answer: mailbox,
    help: "The address of alerts. By default administrators get those about bounces, CONTACT_NOTIFY_TO those about the spool.",
  },
  CANARY_TO: {
    from: "operator",
    asked: "optional",
    answer: mailbox,
    help: "The mailbox of the hourly synthetic message, such as Resend's delivered@resend.dev. Needs CONTACT_ALERT_TO, which gets a mail if the message does not arrive.",
  },
  ADMIN_EMAIL: {
    readBy: "npm run deploy, npm start",
    asked: "required",
    answer: bareAddress,
    default: "admin@guaria.example",
    help: "The address of the first administrator, who gets an invitation by mail and chooses a password.",
  },
  TURNSTILE_SITE_KEY: {
    from: "operator",
    asked: "optional",
    help: "The public key of Cloudflare Turnstile at the contact form. Set it with TURNSTILE_SECRET, and mention Turnstile on the privacy page.",
  },
  TURNSTILE_SECRET: { from: "operator", asked: "optional", isSecret: true, help: "The secret of Turnstile." },
  TURNSTILE_VERIFY_URL: {
    from: "stand-in",
    help: "The address at which a stand-in checks tokens of Turnstile.",
  },
  WEB_ANALYTICS_TOKEN: {
    from: "operator",
    asked: "optional",
    help: "The token of Cloudflare Web Analytics. The build adds its beacon to public pages; mention it on the privacy page.",
  },
  LOG_SINK_URL: {
    from: "operator",
    asked: "optional",
    isSecret: true,
    help: "The address that gets a copy of the log's lines, in batches, by POST. Pages stores none.",
  },
  LOG_SINK_TOKEN: {
    from: "operator",
    asked: "optional",
    isSecret: true,
    help: "The bearer token of the log's sink.",
  },
  LOG_SINK_FORMAT: {
    from: "operator",
    asked: "optional",
    help: "The format of these lines: ndjson, or otlp for OpenTelemetry's logs in JSON.",
  },
  PORT: { readBy: "npm start", port: 8788, help: "The port of the site and its API." },
  STUDIO_PORT: { readBy: "npm start", port: 3333, help: "The port of the Studio." },
  LAKE_PORT: { readBy: "npm start", port: 3399, help: "The port of the stand-in for Sanity." },
  MAIL_PORT: { readBy: "npm start", port: 8025, help: "The port of the mailbox." },
  DATABASE_PORT: { readBy: "npm start", port: 5480, help: "The port of the database." },
  LOCAL_STATE: { readBy: "npm start", default: ".local", help: "The folder of the local product's data." },
  LOCAL_POSTGRES_URL: {
    readBy: "npm start",
    help: "A PostgreSQL server that replaces the embedded database. Database tests run on both.",
  },
  ADMIN_PASSWORD: {
    readBy: "npm start",
    isSecret: true,
    help: "The password of the first administrator. A random one is generated and printed by default.",
  },
  DEPLOY_STATE: {
    readBy: "npm run deploy",
    default: ".deploy",
    help: "The folder in which deployments remember answers and secrets.",
  },
  PREVIEW_MAIL_URL: {
    readBy: "npm run deploy -- --preview",
    answer: address,
    help: "The address that mails of previews go to: a mailbox that accepts calls in Resend's format and delivers to no one.",
  },
  BACKUP_RECIPIENT: { readBy: "npm run backup", help: "The public key that encrypts backups." },
  BACKUP_SIGNING_KEY: { readBy: "npm run backup", isSecret: true, help: "The key that signs backups." },
  BACKUP_IDENTITY: { readBy: "npm run restore", isSecret: true, help: "The key that decrypts backups." },
  BACKUP_VERIFYING_KEY: { readBy: "npm run restore", help: "The key that verifies signatures of backups." },
  BACKUP_S3_ENDPOINT: { readBy: "npm run backup, restore", help: "The endpoint of the bucket for backups." },
  BACKUP_S3_BUCKET: { readBy: "npm run backup, restore", help: "The name of that bucket." },
  BACKUP_S3_REGION: {
    readBy: "npm run backup, restore",
    default: "auto",
    help: "The region of that bucket.",
  },
  BACKUP_S3_KEY_ID: { readBy: "npm run backup, restore", help: "The id of the bucket's access key." },
  BACKUP_S3_SECRET: { readBy: "npm run backup, restore", isSecret: true, help: "The bucket's access key." },
  RESTORE_DATABASE_URL: {
    readBy: "npm run restore",
    isSecret: true,
    help: "The address of an empty database with its owner's login.",
  },
} as const satisfies Record<WorkerVariable, WorkerEntry> & Record<string, VariableEntry>;

/** Returns every variable by its name, in the same order. */
export const listVariables = (): Map<string, VariableEntry> => new Map(Object.entries(variables));

/** The names of the variables whose entry has these fields. */
export type VariablesWith<Fields> = {
  [Name in keyof typeof variables]: (typeof variables)[Name] extends Fields ? Name : never;
}[keyof typeof variables];

/** The variables without which a Worker does not start. */
export type RequiredVariable = {
  [Name in WorkerVariable]: undefined extends v.InferInput<(typeof workerVariables)[Name]> ? never : Name;
}[WorkerVariable];
