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

async function agedChallenge(key: unknown, seconds: number, bits: number): Promise<Challenge> {
  const keys = await parseSigningKeys(JSON.stringify({ keys: [key] }));
  const purpose = { issuer: origin, typ: "challenge+jwt", audience: "contact-form" };
  const stamp = { jti: randomUUID(), opened: Date.now() - seconds * 1_000, bits };
  return { challenge: await signClaims(keys, purpose, stamp, 2 * 86_400 - seconds), bits };
}

/** The header of a form that was opened `seconds` ago, by the key of the edge. */
export async function agedProof(key: unknown, seconds: number, bits = 4): Promise<Record<string, string>> {
  return { [proofHeader]: solve(await agedChallenge(key, seconds, bits)) };
}

/** The same with the number before the first that solves it: no luck makes that a solution. */
export async function unworkedProof(key: unknown, seconds: number): Promise<Record<string, string>> {
  for (;;) {
    const [challenge, solution] = solve(await agedChallenge(key, seconds, 4)).split(" ");
    if (solution !== "0") return { [proofHeader]: `${challenge} ${Number(solution) - 1}` };
  }
}
