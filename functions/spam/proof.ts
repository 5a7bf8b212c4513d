import * as v from "valibot";
import type { Network } from "#functions/auth/network.ts";
import { readSignedClaims, signClaims } from "#functions/auth/signed-claims.ts";
import { type Challenge, hasZeroBits, proofText } from "#functions/contract/proof.ts";
import type { Environment } from "#functions/env.ts";
import { countAsked } from "./busy-networks.ts";

/** Zero bits: some 16,000 hashes, less than a second of a phone … */
const leastBits = 14;
/** … and a million, some seconds of a fast one, for a network that asks for many. */
const mostBits = 20;
/** How many challenges of a minute are as small as can be; twice as many are twice the work each. */
const fewChallenges = 8;
/** How long a challenge holds, in seconds: a message may wait in its browser for a day. */
const lifetime = 2 * 86_400;

const purposeOf = ({ SITE_ORIGIN: issuer }: Environment) => ({
  ...{ issuer, typ: "challenge+jwt", audience: "contact-form" },
});
const claims = v.object({ jti: v.string(), opened: v.number(), bits: v.number() });

/** Proof that a browser has done some work, and when its form was opened, in milliseconds since 1970. */
export type Proof = { id: string; openedAt: number };

/** A challenge for a form that is opened now, from that network: a signed time stamp, which nothing has to remember. */
export async function createChallenge(environment: Environment, network: Network | null): Promise<Challenge> {
  const asked = network ? countAsked(network.unit, Date.now()) : 1;
  const more = Math.max(0, Math.ceil(Math.log2(asked / fewChallenges)));
  const bits = Math.min(leastBits + more, mostBits);
  const stamp = { jti: crypto.randomUUID(), opened: Date.now(), bits };
  const challenge = await signClaims(environment.signingKeys, purposeOf(environment), stamp, lifetime);
  const { TURNSTILE_SITE_KEY: siteKey } = environment;
  return { challenge, bits, ...(siteKey && { turnstile_site_key: siteKey }) };
}

/** The proof of a header; null for one that is missing, forged, too old or wrong. */
export async function readProof(environment: Environment, header: string | undefined): Promise<Proof | null> {
  const [, challenge = "", solution = ""] = /^(\S{1,1000}) (\d{1,15})$/.exec(header ?? "") ?? [];
  if (!challenge) return null;
  try {
    const read = await readSignedClaims(environment.signingKeys, purposeOf(environment), challenge);
    const { jti: id, opened, bits } = v.parse(claims, read);
    const text = new TextEncoder().encode(proofText(challenge, Number(solution)));
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
    return hasZeroBits(hash, bits) ? { id, openedAt: opened } : null;
  } catch {
    return null;
  }
}
