import { readSignedClaims, signClaims } from "#functions/auth/signed-claims.ts";
import type { Environment } from "#functions/env.ts";

/** The header of `POST /api/contact` that says, signed, that the message is a canary, and which. */
export const canaryHeader = "X-Canary";

/** How long the signature counts, in seconds: for one call. */
const lifetime = 60;
const purposeOf = ({ SITE_ORIGIN: issuer }: Environment) => ({
  ...{ issuer, typ: "canary+jwt", audience: "contact" },
});

/** The header's value for the canary of an id. */
export const signCanary = (environment: Environment, id: string): Promise<string> =>
  signClaims(environment.signingKeys, purposeOf(environment), { jti: id }, lifetime);

/** The id of the canary that the header's value is of. @throws Error for what is none of ours, or too old */
export async function readCanary(environment: Environment, value: string): Promise<string> {
  const { jti } = await readSignedClaims(environment.signingKeys, purposeOf(environment), value);
  if (!jti) throw new Error("the canary has no id");
  return jti;
}
