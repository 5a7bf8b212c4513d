import * as v from "valibot";
import type { ContactMessage } from "#functions/contract/contact.ts";
import type { Environment } from "#functions/env.ts";
import { readSignedClaims, signClaims } from "#functions/kernel/crypto/signed-claims.ts";
import { hashMessage } from "./store.ts";

/** Header of `POST /api/contact` that marks the hourly synthetic message: a signature of its id and its fields. */
export const syntheticMessageHeader = "X-Canary";

/** Lifetime of the signature, in seconds: enough for one call. */
const lifetimeSeconds = 60;
const purpose = { typ: "canary+jwt", audience: "contact" };
const claims = v.object({ jti: v.pipe(v.string(), v.uuid()), message_hash: v.string() });

/** Returns the value of the header by which the edge recognizes the synthetic message with this id, a UUID. */
export const signSyntheticMessage = async (
  { signingKeys, SITE_ORIGIN: issuer }: Environment,
  id: string,
  message: ContactMessage,
): Promise<string> =>
  signClaims(
    signingKeys,
    { issuer, ...purpose },
    { jti: id, message_hash: await hashMessage(message) },
    lifetimeSeconds,
  );

/**
 * Returns the id of the synthetic message that the header's value was signed for. Returns null if this site did not
 * sign it, it has expired, it names another message, or its id is no UUID.
 */
export async function readSyntheticMessage(
  { signingKeys, SITE_ORIGIN: issuer }: Environment,
  value: string,
  message: ContactMessage,
): Promise<string | null> {
  const signedClaims = await readSignedClaims(signingKeys, { issuer, ...purpose }, claims, value);
  return signedClaims?.message_hash === (await hashMessage(message)) ? signedClaims.jti : null;
}
