import { fetchDirectly } from "#functions/kernel/http/fetch-directly.ts";
import { type DeployedWorker, deployedWorkers, putSecrets, secretNames } from "#local/cloudflare/secrets.ts";
import { describeError, say } from "#local/processes/terminal.ts";
import { postponeNewestKey } from "./key-set.ts";
import { putValue, readValueFile, type ValueFile } from "./value-file.ts";

/** The variable that has the signing keys. */
export const keysName = "AUTH_KEYS";

const hasAccount = () => Boolean(process.env.CLOUDFLARE_ACCOUNT_ID && process.env.CLOUDFLARE_API_TOKEN);

/** Returns the keys in a file's values. @throws Error if it has none */
export function getKeys({ values }: ValueFile, file: string): string {
  const keys = values[keysName];
  if (!keys) throw new Error(`${file} has no ${keysName}: npm run keys -- new ${file} creates them.`);
  return keys;
}

/** Stores new keys in the file. With an account, the file records that no Worker has them yet. */
export const storeKeys = (file: string, keys: string): Promise<void> =>
  putValue(file, keysName, keys, hasAccount() ? deployedWorkers : []);

/**
 * Sends the secrets of the value file to both Workers; without a Cloudflare account it only prints the remedy. Returns
 * whether a build has started that deploys the site with the secrets.
 * @throws Error if a Worker does not have the secrets
 */
export async function sendIfPossible(file: string): Promise<boolean> {
  if (hasAccount()) return sendSecrets(file);
  say(
    `No Worker has them yet: set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN, and run npm run keys -- send ${file}.`,
  );
  return false;
}

/**
 * Sends the secrets of the file to both Workers again. If a Worker missed the last change, the newest key signs later,
 * because that Worker does not know it yet.
 * @throws Error without a Cloudflare account, or if a Worker does not have the secrets
 */
export async function sendAgain(file: string): Promise<void> {
  const valueFile = await readValueFile(file);
  const keys = getKeys(valueFile, file);
  if (!hasAccount()) throw new Error("CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN are not set.");
  if (valueFile.outdatedWorkers.length > 0)
    await storeKeys(file, postponeNewestKey(keys, Math.floor(Date.now() / 1000)));
  await sendSecrets(file);
}

/**
 * Sends all secrets of the value file to both Workers, not only the keys, so that they match after any earlier failure.
 * Returns whether a build has started that deploys the site with them.
 */
async function sendSecrets(file: string): Promise<boolean> {
  const valueFile = await readValueFile(file);
  const secrets = secretNames.flatMap((name) => {
    const value = valueFile.values[name];
    return value ? [[name, value] as const] : [];
  });
  const faults = new Map<DeployedWorker, string>();
  for (const worker of deployedWorkers) {
    try {
      await putSecrets(worker, Object.fromEntries(secrets));
      say(`At ${worker}: ${secrets.map(([name]) => name).join(", ")}.`);
    } catch (error) {
      faults.set(worker, describeError(error));
    }
  }
  await putValue(file, keysName, getKeys(valueFile, file), [...faults.keys()]);
  const isDeploying = !faults.has("the site") && (await requestBuild(valueFile.values.DEPLOY_HOOK_URL));
  if (faults.size === 0) return isDeploying;
  const missingWorkers = [...faults].map(([worker, fault]) => `${worker} (${fault})`).join(" and ");
  throw new Error(
    `${file} has the values, and not yet ${missingWorkers}: run npm run keys -- send ${file} to go on where this ended.`,
  );
}

/** Requests a build, because Pages gives secrets to new deployments only. Returns whether the deploy hook accepts. */
async function requestBuild(hook: string | undefined): Promise<boolean> {
  const isStarted = hook
    ? await fetchDirectly(hook, { method: "POST", signal: AbortSignal.timeout(30_000) }).then(
        ({ ok }) => ok,
        () => false,
      )
    : false;
  say(
    isStarted
      ? "The site takes them with the build that has just been started at DEPLOY_HOOK_URL."
      : "The site takes them with its next deployment: start one now.",
  );
  return isStarted;
}
