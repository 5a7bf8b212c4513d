import { randomUUID } from "node:crypto";
import { parseSigningKeys } from "#functions/auth/keys.ts";
import { signClaims } from "#functions/auth/signed-claims.ts";
import { type Challenge, proofHeader } from "#functions/contract/proof.ts";
import { solve } from "#local/deploy/smoke.ts";
import { origin } from "./requests.ts";

/** The header of a form that was opened now and has done its work. */
export async function proofOf(call: (path: string) => Promise<Response>): Promise<Record<string, string>> {
  return { [proofHeader]: solve((await (await call("/api/contact/challenge")).json()) as Challenge) };
}

/** The header of a form that was opened `seconds` ago, by the key of the edge. */
export async function agedProof(key: unknown, seconds: number, bits = 4): Promise<Record<string, string>> {
  const keys = await parseSigningKeys(JSON.stringify({ keys: [key] }));
  const purpose = { issuer: origin, typ: "challenge+jwt", audience: "contact-form" };
  const stamp = { jti: randomUUID(), opened: Date.now() - seconds * 1_000, bits };
  const left = 2 * 86_400 - seconds;
  return { [proofHeader]: solve({ challenge: await signClaims(keys, purpose, stamp, left), bits }) };
}
