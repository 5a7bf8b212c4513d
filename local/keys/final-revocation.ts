import { readLiveKeys } from "#local/deploy/live-keys.ts";
import { say } from "#local/processes/terminal.ts";

/** The live site, and the id of its only valid key. */
export type RevokedSite = { origin: string | undefined; kid: string; isDeploying: boolean };

const intervalMs = 10_000;
// A build at Pages takes two to five minutes.
const limitMs = 15 * 60_000;

export const notFinal =
  "The revocation is not final: the live site still accepts the old key until npm run deploy.";

/**
 * Waits until the live site publishes only the new key. From then on it rejects everything that an old key signed.
 * @throws Error with one sentence if no build has started, or the site still has another key after the limit
 */
export async function waitUntilFinal({ origin, kid, isDeploying }: RevokedSite): Promise<void> {
  if (!isDeploying) throw new Error(notFinal);
  if (!origin) throw new Error(`The file has no SITE_ORIGIN to look at. ${notFinal}`);
  const startedAt = Date.now();
  const limit = `${limitMs / 60_000} minutes`;
  say(`Waiting until ${origin} has the new key and no other, for at most ${limit}:`);
  for (;;) {
    const keys = await readLiveKeys(origin, fetch);
    const elapsedMs = Date.now() - startedAt;
    const elapsed = `${Math.round(elapsedMs / 1000)} s`;
    if (keys?.length === 1 && keys[0] === kid) {
      say(`The revocation is final: after ${elapsed} ${origin} has the new key and no other.`);
      return say("Earlier deployments keep the old key: do not roll back to one.");
    }
    say(`  ${elapsed}: ${keys ? `the site has ${keys.join(", ") || "no key"}` : "the site does not answer"}`);
    if (elapsedMs + intervalMs > limitMs) break;
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
  throw new Error(`${origin} does not have the new key alone after ${limit}. ${notFinal}`);
}
