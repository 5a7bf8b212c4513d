import * as v from "valibot";
import type { FormStampAnswer } from "#functions/contract/answers.schema.ts";
import type { Environment } from "#functions/env.ts";
import { readSignedClaims, signClaims } from "#functions/kernel/crypto/signed-claims.ts";

/** Lifetime of a stamp. It exceeds the day for which a browser retries an unsent message. */
const lifetimeSeconds = 2 * 86_400;

const purpose = { typ: "form-stamp+jwt", audience: "contact-form" };
const claims = v.pipe(
  v.object({ jti: v.string(), opened: v.number() }),
  v.transform(({ jti: id, opened: openedAt }) => ({ id, openedAt })),
);

/** The id of a form view and its opening time in milliseconds since 1970. */
export type FormStamp = { id: string; openedAt: number };

/**
 * Returns a form stamp: a signed id and time. A browser fetches it for its form and sends it with the message, as
 * evidence against bots. The edge stores nothing. If the site uses Turnstile, the answer also has its site key.
 */
export async function createFormStamp(environment: Environment): Promise<FormStampAnswer> {
  const { signingKeys, SITE_ORIGIN: issuer, TURNSTILE_SITE_KEY: siteKey } = environment;
  const formView = { jti: crypto.randomUUID(), opened: Date.now() };
  const stamp = await signClaims(signingKeys, { issuer, ...purpose }, formView, lifetimeSeconds);
  return { stamp, ...(siteKey && { turnstile_site_key: siteKey }) };
}

/** Reads the form stamp in a header. Returns null for a stamp that is missing, forged or expired. */
export const readFormStamp = async (
  { signingKeys, SITE_ORIGIN: issuer }: Environment,
  header: string | undefined,
): Promise<FormStamp | null> =>
  header ? readSignedClaims(signingKeys, { issuer, ...purpose }, claims, header) : null;
