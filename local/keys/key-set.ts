import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { daySeconds as day } from "#functions/kernel/durations.ts";

/**
 * The private JWK set AUTH_KEYS, newest key first; `nbf` and `exp` are in seconds since 1970. The edge signs access
 * tokens with it, and derives refresh tokens and mailed links from it.
 */
type KeySet = { keys: (JWK & { kid: string; nbf?: number; exp?: number })[] };

/**
 * Seconds for which every edge knows a key before any of them signs with it; longer than a deployment. Otherwise an
 * edge without the key would reject the tokens of another edge, and lose refreshes exchanged there.
 */
export const leadSeconds = 3_600;

/** The lifetime of the link to a handed message, in days (functions/contact/handed-submissions.ts). */
const longestLinkDays = 30;

/**
 * Returns the seconds for which a key stays valid once another one signs. Refreshes need it longest: a parent token may
 * come back while the session lives, and its successor was derived with the key of that time.
 */
export const keepSecondsFor = (sessionDays: number): number =>
  (Math.max(sessionDays, longestLinkDays) + 1) * day;

/** The size limit of a variable at Cloudflare, in bytes. */
const maxBytes = 5_000;

const parse = (json: string) => JSON.parse(json) as KeySet;

async function createKey() {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const kid = randomBytes(9).toString("base64url");
  return { ...(await exportJWK(privateKey)), kid, alg: "ES256", use: "sig" };
}

/** Returns a set of one new key, as JSON. */
export const createKeySet = async (): Promise<string> => JSON.stringify({ keys: [await createKey()] });

/**
 * Returns the set with a new key, which signs after `leadSeconds`. The newest key so far stays valid for `keepSeconds`
 * after that. Older keys keep their expiry, and expired ones are removed. `now` is in seconds since 1970.
 * @throws Error with one sentence if the keys exceed the size of a variable
 */
export async function rotateKeySet(json: string, keepSeconds: number, now: number): Promise<string> {
  const nbf = now + leadSeconds;
  const olderKeys = parse(json)
    .keys.filter(({ exp }) => exp === undefined || exp > now)
    .map(({ exp = nbf + keepSeconds, ...key }) => ({ ...key, exp }));
  const rotatedSet = JSON.stringify({ keys: [{ ...(await createKey()), nbf }, ...olderKeys] });
  if (Buffer.byteLength(rotatedSet) <= maxBytes) return rotatedSet;
  const firstExpiry = new Date(Math.min(...olderKeys.map(({ exp }) => exp)) * 1000)
    .toISOString()
    .slice(0, 10);
  throw new Error(
    `The keys were rotated too often: all ${olderKeys.length} are still asked for, and one more does not fit into a variable. The first of them goes on ${firstExpiry}. If one has leaked, npm run keys -- revoke removes them all.`,
  );
}

/**
 * Returns the set with its newest key signing no sooner than `leadSeconds` from now, for edges that do not know it yet.
 * Older keys expire later by the same time. A set of one key stays unchanged.
 * @param now seconds since 1970
 */
export function postponeNewestKey(json: string, now: number): string {
  const { keys } = parse(json);
  const [newest, ...olderKeys] = keys;
  if (newest?.nbf === undefined) return json;
  const nbf = Math.max(newest.nbf, now + leadSeconds);
  const shiftSeconds = nbf - newest.nbf;
  const shiftedKeys = olderKeys.map((key) => ({ ...key, ...(key.exp && { exp: key.exp + shiftSeconds }) }));
  return JSON.stringify({ keys: [{ ...newest, nbf }, ...shiftedKeys] });
}

/**
 * Describes a set for the operator, without secrets: the time from which each key signs, or until which it stays valid.
 */
export function describeKeySet(json: string): string[] {
  const formatTime = (seconds: number) =>
    `${new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return parse(json).keys.map(({ kid, nbf, exp }, index) => {
    if (index > 0) return `${kid} is valid until ${exp === undefined ? "it is removed" : formatTime(exp)}`;
    return nbf === undefined ? `${kid} signs` : `${kid} signs from ${formatTime(nbf)} on`;
  });
}
