import { listVariables } from "#functions/variables.ts";
import { runWrangler } from "./wrangler.ts";

/** The names of the variables of the Workers that must stay private. */
export const secretNames = [...listVariables()]
  .flatMap(([name, { from, isSecret }]) => (from && isSecret ? [name] : []))
  .sort();

/** The deployed Workers, and wrangler's command that sets their secrets. wrangler's configuration names the Worker. */
const commands = {
  "the site": ["pages", "secret", "bulk"],
  "the scheduled Worker": ["secret", "bulk", "--config", "functions/operations/scheduled/wrangler.toml"],
} as const;
export type DeployedWorker = keyof typeof commands;
export const deployedWorkers = Object.keys(commands) as DeployedWorker[];

/**
 * Sets these secrets of one Worker in a single call of Cloudflare's API. CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN
 * come from the environment or `account`.
 * @throws Error with wrangler's message, without secrets
 */
export async function putSecrets(
  worker: DeployedWorker,
  secrets: Record<string, string>,
  account: Record<string, string> = {},
): Promise<void> {
  try {
    await runWrangler(commands[worker], { input: `${JSON.stringify(secrets)}\n`, env: account });
  } catch (error) {
    throw new Error(redactSecrets((error as Error).message, secrets));
  }
}

/** Returns a text with each secret value replaced by its name. */
export const redactSecrets = (text: string, secrets: Record<string, string>): string =>
  Object.entries(secrets).reduce(
    (redacted, [name, value]) => (value ? redacted.replaceAll(value, name) : redacted),
    text,
  );
