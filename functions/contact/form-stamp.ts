import * as v from "valibot";
import type { FormStampAnswer } from "#functions/contract/answers.schema.ts";
import type { Environment } from "#functions/env.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import { readSignedClaims, signClaims } from "#functions/kernel/crypto/signed-claims.ts";
import type { Network } from "#functions/kernel/http/network.ts";

/** Lifetime of a stamp. It exceeds the day for which a browser retries an unsent message. */
const lifetimeSeconds = 2 * 86_400;

const purpose = { typ: "form-stamp+jwt", audience: "contact-form" };
const claims = v.pipe(
  v.object({ jti: v.string(), opened: v.number(), network: v.string() }),
  v.transform(({ jti: id, opened: openedAt, network: networkHash }) => ({ id, openedAt, networkHash })),
);

/** The id of a form view and its opening time in milliseconds since 1970. */
export type FormStamp = { id: string; openedAt: number };

/** Returns the hash that binds a stamp to the network of its form. The id of the stamp salts it. */
export const hashNetwork = (id: string, network: Network | null): Promise<string> =>
  sha256(`${id} ${network?.unit ?? ""}`);

/**
 * Returns a form stamp: a signed id and time, bound to the network of the form. A browser fetches it for its form and
 * sends it with the message, as evidence against bots. The edge stores nothing. If the site uses Turnstile, the answer
 * also has its site key.
 */
export async function createFormStamp(
  environment: Environment,
  network: Network | null,
): Promise<FormStampAnswer> {
  const { signingKeys, SITE_ORIGIN: issuer, TURNSTILE_SITE_KEY: siteKey } = environment;
  const jti = crypto.randomUUID();
  const formView = { jti, opened: Date.now(), network: await hashNetwork(jti, network) };
  const stamp = await signClaims(signingKeys, { issuer, ...purpose }, formView, lifetimeSeconds);
  return { stamp, ...(siteKey && { turnstile_site_key: siteKey }) };
}

/**
 * Reads the form stamp in a header. Returns null for a stamp that is missing, forged or expired, or that another network
 * fetched.
 */
export async function readFormStamp(
  { signingKeys, SITE_ORIGIN: issuer }: Environment,
  header: string | undefined,
  network: Network | null,
): Promise<FormStamp | null> {
  const stamp = header ? await readSignedClaims(signingKeys, { issuer, ...purpose }, claims, header) : null;
  if (!stamp || stamp.networkHash !== (await hashNetwork(stamp.id, network))) return null;
  return { id: stamp.id, openedAt: stamp.openedAt };
}
