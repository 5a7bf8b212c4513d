import * as v from "valibot";
import type { FormStampAnswer } from "#functions/contract/answers.schema.ts";
import type { Environment } from "#functions/env.ts";
import { readSignedClaims, signClaims } from "#functions/kernel/crypto/signed-claims.ts";

/** Lifetime of a stamp. It exceeds the day for which a browser retries an unsent message. */
const lifetimeSeconds = 2 * 86_400;

const toPurpose = ({ SITE_ORIGIN: issuer }: Environment) => ({
  issuer,
  typ: "form-stamp+jwt",
  audience: "contact-form",
});
const claims = v.pipe(
  v.object({ jti: v.string(), opened: v.number() }),
  v.transform(({ jti: id, opened: openedAt }) => ({ id, openedAt })),
);

/** The id of a form view and its opening time in milliseconds since 1970. */
export type FormStamp = { id: string; openedAt: number };

/** Returns a signed stamp with the current time. The edge stores nothing. */
export async function createFormStamp(environment: Environment): Promise<FormStampAnswer> {
  const stamp = await signClaims(
    environment.signingKeys,
    toPurpose(environment),
    { jti: crypto.randomUUID(), opened: Date.now() },
    lifetimeSeconds,
  );
  const { TURNSTILE_SITE_KEY: siteKey } = environment;
  return { stamp, ...(siteKey && { turnstile_site_key: siteKey }) };
}

/** Reads the stamp of a header. Returns null for a stamp that is missing, forged or expired. */
export const readFormStamp = async (
  environment: Environment,
  header: string | undefined,
): Promise<FormStamp | null> =>
  header ? readSignedClaims(environment.signingKeys, toPurpose(environment), claims, header) : null;
