import { runWrangler } from "./wrangler.ts";

/** The variables of the edge that are secret. */
export const secretNames = [
  "AUTH_KEYS",
  "DATABASE_URL",
  "DEPLOY_HOOK_URL",
  "MAIL_API_KEY",
  "MAIL_WEBHOOK_SECRET",
  "SANITY_READ_TOKEN",
  "SANITY_WRITE_TOKEN",
  "SANITY_WEBHOOK_SECRET",
  "TURNSTILE_SECRET",
  "LOG_SINK_URL",
  "LOG_SINK_TOKEN",
];

/** What is deployed at Cloudflare, and wrangler's command that gives it secrets. Its configuration has its name. */
const commands = {
  "the site": ["pages", "secret", "bulk"],
  "the scheduled Worker": ["secret", "bulk", "--config", "functions/scheduled/wrangler.toml"],
} as const;
export type Deployed = keyof typeof commands;
export const deployed = Object.keys(commands) as Deployed[];

/**
 * Gives one of the two these secrets, all in one call of Cloudflare's API; with CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN, of the
 * environment or as `account` has them.
 * @throws Error with what wrangler says, and no secret
 */
export async function putSecrets(
  where: Deployed,
  secrets: Record<string, string>,
  account: Record<string, string> = {},
): Promise<void> {
  try {
    await runWrangler(commands[where], { input: `${JSON.stringify(secrets)}\n`, env: account });
  } catch (error) {
    throw new Error(withoutSecrets((error as Error).message, secrets));
  }
}

/** A text with the names of secrets in the place of their values. */
export const withoutSecrets = (text: string, secrets: Record<string, string>): string =>
  Object.entries(secrets).reduce(
    (left, [name, value]) => (value ? left.replaceAll(value, name) : left),
    text,
  );
