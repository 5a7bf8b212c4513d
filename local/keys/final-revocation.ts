import { setTimeout as delay } from "node:timers/promises";
import { type FetchFn, readLiveKeys } from "#local/deploy/live-keys.ts";
import { say } from "#local/processes/terminal.ts";

/** The live site, and the id of its only valid key. */
export type RevokedSite = { origin: string | undefined; kid: string; isDeploying: boolean };

/** The network, the output and the clock of the wait, which a test replaces. Times are in milliseconds. */
type WaitOptions = {
  fetch: FetchFn;
  say: (line: string) => void;
  now: () => number;
  sleep: (timeMs: number) => Promise<unknown>;
  intervalMs: number;
  limitMs: number;
};

const realWait: WaitOptions = {
  fetch,
  say,
  now: Date.now,
  sleep: delay,
  intervalMs: 10_000,
  // A build at Pages takes two to five minutes.
  limitMs: 15 * 60_000,
};

export const notFinal =
  "The revocation is not final: the live site still accepts the old key until npm run deploy.";

/**
 * Waits until the live site publishes only the new key. From then on it rejects everything that an old key signed.
 * @throws Error with one sentence if no build has started, or the site still has another key after the limit
 */
export async function waitUntilFinal(site: RevokedSite, wait: WaitOptions = realWait): Promise<void> {
  const { origin, kid, isDeploying } = site;
  const { say } = wait;
  if (!isDeploying) throw new Error(notFinal);
  if (!origin) throw new Error(`The file has no SITE_ORIGIN to look at. ${notFinal}`);
  const startedAt = wait.now();
  const limit = `${wait.limitMs / 60_000} minutes`;
  say(`Waiting until ${origin} has the new key and no other, for at most ${limit}:`);
  for (;;) {
    const keys = await readLiveKeys(origin, wait.fetch);
    const elapsedMs = wait.now() - startedAt;
    const elapsed = `${Math.round(elapsedMs / 1000)} s`;
    if (keys?.length === 1 && keys[0] === kid) {
      say(`The revocation is final: after ${elapsed} ${origin} has the new key and no other.`);
      return say("Earlier deployments keep the old key: do not roll back to one.");
    }
    say(`  ${elapsed}: ${keys ? `the site has ${keys.join(", ") || "no key"}` : "the site does not answer"}`);
    if (elapsedMs + wait.intervalMs > wait.limitMs) break;
    await wait.sleep(wait.intervalMs);
  }
  throw new Error(`${origin} does not have the new key alone after ${limit}. ${notFinal}`);
}
