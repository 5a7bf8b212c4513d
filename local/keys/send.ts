import { type Deployed, deployed, putSecrets, secretNames } from "#local/cloudflare/secrets.ts";
import { say, sentence } from "#local/processes/terminal.ts";
import { announceAnew } from "./key-set.ts";
import { putValue, readValueFile, type ValueFile } from "./value-file.ts";

/** The variable that has the signing keys. */
export const keysName = "AUTH_KEYS";

const hasAccount = () => Boolean(process.env.CLOUDFLARE_ACCOUNT_ID && process.env.CLOUDFLARE_API_TOKEN);

/** The keys in a file's values. @throws Error where it has none */
export function keysIn({ values }: ValueFile, file: string): string {
  const keys = values[keysName];
  if (!keys) throw new Error(`${file} has no ${keysName}: npm run keys -- new ${file} makes them.`);
  return keys;
}

/** Puts new keys into the file, where they are noted as sent to no one as long as that is so. */
export const keepKeys = (file: string, keys: string): Promise<void> =>
  putValue(file, keysName, keys, hasAccount() ? deployed : []);

/**
 * Gives both Workers the secrets of the file; where there is no account for that, it says so. Returns whether a build has started that deploys
 * the site with them.
 * @throws Error when a Worker does not have them
 */
export async function sendIfPossible(file: string): Promise<boolean> {
  if (hasAccount()) return send(file);
  say(
    `No Worker has them yet: set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN, and run npm run keys -- send ${file}.`,
  );
  return false;
}

/**
 * The same for someone who asks for nothing else. Where a Worker has missed the last change, its key is announced anew, for that one does
 * not know it.
 */
export async function sendAgain(file: string): Promise<void> {
  const found = await readValueFile(file);
  const keys = keysIn(found, file);
  if (!hasAccount()) throw new Error("CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN are not set.");
  if (found.notYetAt.length > 0) await keepKeys(file, announceAnew(keys, Math.floor(Date.now() / 1000)));
  await send(file);
}

/** All secrets of the file and not the keys alone, so that both have the same whatever went wrong before. */
async function send(file: string): Promise<boolean> {
  const found = await readValueFile(file);
  const given = secretNames.flatMap((name) => {
    const value = found.values[name];
    return value ? [[name, value] as const] : [];
  });
  const faults = new Map<Deployed, string>();
  for (const where of deployed) {
    try {
      await putSecrets(where, Object.fromEntries(given));
      say(`At ${where}: ${given.map(([name]) => name).join(", ")}.`);
    } catch (error) {
      faults.set(where, sentence(error));
    }
  }
  await putValue(file, keysName, keysIn(found, file), [...faults.keys()]);
  const isDeploying = !faults.has("the site") && (await deploySite(found.values.DEPLOY_HOOK_URL));
  if (faults.size === 0) return isDeploying;
  const missing = [...faults].map(([where, fault]) => `${where} (${fault})`).join(" and ");
  throw new Error(
    `${file} has the values, and not yet ${missing}: run npm run keys -- send ${file} to go on where this ended.`,
  );
}

/** Pages gives secrets to new deployments only. Returns whether a build has started. */
async function deploySite(hook: string | undefined): Promise<boolean> {
  const isStarted = hook
    ? await fetch(hook, { method: "POST", signal: AbortSignal.timeout(30_000) }).then(
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
