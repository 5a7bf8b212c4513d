import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { daySeconds as day } from "#functions/kernel/durations.ts";

/** A private JWK set as AUTH_KEYS has it, newest key first; `nbf` and `exp` are in seconds since 1970. */
type KeySet = { keys: (JWK & { kid: string; nbf?: number; exp?: number })[] };

/**
 * How long every edge knows a key before one of them signs with it, in seconds: longer than a deployment takes. Otherwise an edge that
 * does not know it yet would refuse what another one has signed, and lose a refresh that was exchanged there.
 */
export const leadTime = 3_600;

/** The link of a message that was mailed as a whole, in days (functions/contact/handed-submissions.ts). */
const longestLink = 30;

/**
 * How long a key counts once another one signs, in seconds. The longest is asked for by a refresh: its parent may come back for as long
 * as the session lives, and has the successor that was derived under the key of that time.
 */
export const keepTime = (sessionDays: number): number => (Math.max(sessionDays, longestLink) + 1) * day;

/** Cloudflare takes no variable of more bytes. */
const mostBytes = 5_000;

const parse = (json: string) => JSON.parse(json) as KeySet;

async function createKey() {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const kid = randomBytes(9).toString("base64url");
  return { ...(await exportJWK(privateKey)), kid, alg: "ES256", use: "sig" };
}

/** A set of one new key, as JSON. */
export const createKeySet = async (): Promise<string> => JSON.stringify({ keys: [await createKey()] });

/**
 * The set with a new key, which signs after `leadTime`. The others count for `keep` seconds from then on, and those go whose time is
 * over. `now` is in seconds since 1970.
 * @throws Error with one sentence when there are more than fit into a variable
 */
export async function rotateKeySet(json: string, keep: number, now: number): Promise<string> {
  const nbf = now + leadTime;
  const older = parse(json)
    .keys.filter(({ exp }) => exp === undefined || exp > now)
    .map(({ exp = nbf + keep, ...key }) => ({ ...key, exp }));
  const rotated = JSON.stringify({ keys: [{ ...(await createKey()), nbf }, ...older] });
  if (Buffer.byteLength(rotated) <= mostBytes) return rotated;
  const next = new Date(Math.min(...older.map(({ exp }) => exp)) * 1000).toISOString().slice(0, 10);
  throw new Error(
    `The keys were rotated too often: all ${older.length} are still asked for, and one more does not fit into a variable. The first of them goes on ${next}. If one has leaked, npm run keys -- revoke removes them all.`,
  );
}

/** The set with its newest key signing no sooner than `leadTime` from now, for edges that do not know it yet. A set of one key stays as it is. */
export function announceAnew(json: string, now: number): string {
  const { keys } = parse(json);
  const [newest, ...older] = keys;
  if (newest?.nbf === undefined) return json;
  const nbf = Math.max(newest.nbf, now + leadTime);
  const later = nbf - newest.nbf;
  const kept = older.map((key) => ({ ...key, ...(key.exp && { exp: key.exp + later }) }));
  return JSON.stringify({ keys: [{ ...newest, nbf }, ...kept] });
}

/** What a set is for the person at the terminal, without a secret: which key signs from when on, and until when the others count. */
export function describeKeySet(json: string): string[] {
  const at = (seconds: number) =>
    `${new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return parse(json).keys.map(({ kid, nbf, exp }, place) => {
    if (place > 0) return `${kid} counts until ${exp === undefined ? "it is taken out" : at(exp)}`;
    return nbf === undefined ? `${kid} signs` : `${kid} signs from ${at(nbf)} on`;
  });
}
