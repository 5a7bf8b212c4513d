import { randomUUID } from "node:crypto";
import { formStampHeader } from "#functions/contract/contact.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { signClaims } from "#functions/kernel/crypto/signed-claims.ts";
import { origin } from "./requests.ts";

/** Returns the header of a form that was opened `seconds` ago, signed with the key of the edge. */
export async function agedStamp(key: unknown, seconds: number): Promise<Record<string, string>> {
  const keys = await parseSigningKeys(JSON.stringify({ keys: [key] }));
  const purpose = { issuer: origin, typ: "form-stamp+jwt", audience: "contact-form" };
  const claims = { jti: randomUUID(), opened: Date.now() - seconds * 1_000 };
  return { [formStampHeader]: await signClaims(keys, purpose, claims, 2 * 86_400 - seconds) };
}
