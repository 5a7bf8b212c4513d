import { base64url } from "jose";
import * as v from "valibot";
import { AuthError } from "#functions/accounts/auth-error.ts";
import { createMacToken } from "#functions/kernel/crypto/links.ts";
import type { TokenIssuer } from "#functions/kernel/http/session.ts";
import { challengeLifetimeSeconds } from "./ceremonies.ts";

/** The purpose of a challenge that adds a passkey. `isPasswordGiven` is part of it, so a client cannot change it. */
type Registration = { accountId: string; sessionId: string; isPasswordGiven: boolean };

/** The purpose of a challenge: a sign-in, or a registration. */
type Purpose = "sign-in" | Registration;

const toText = (purpose: Purpose): string =>
  purpose === "sign-in"
    ? purpose
    : `registration ${purpose.accountId} ${purpose.sessionId} ${purpose.isPasswordGiven ? "with" : "without"} password`;

/** Derives the challenge of an id and a purpose (256 bits, base64url) from a key, so the edge stores no open challenges. */
const deriveChallenge = (secret: CryptoKey, id: string, purpose: Purpose): Promise<string> =>
  createMacToken(secret, `passkey challenge ${id} for ${toText(purpose)}`);

/** Creates a UUID of version 7 (RFC 9562 §5.7): the time in milliseconds, then 74 random bits. */
function createTimedId(timeMs: number): string {
  const time = timeMs.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
const readTimeMs = (id: string): number => Number.parseInt(id.replace("-", "").slice(0, 12), 16);

/**
 * Creates a challenge in base64url, which the browser's authenticator signs, and its id. `expiresAt` is in seconds since
 * 1970.
 */
export async function issueChallenge(
  { signingKeys }: Pick<TokenIssuer, "signingKeys">,
  purpose: Purpose,
): Promise<{ challenge: string; id: string; expiresAt: number }> {
  const issuedAtMs = Date.now();
  const id = createTimedId(issuedAtMs);
  const challenge = await deriveChallenge(signingKeys.signing.oneTimeSecret, id, purpose);
  return { challenge, id, expiresAt: Math.floor(issuedAtMs / 1000) + challengeLifetimeSeconds };
}

const timedId = v.pipe(v.string(), v.uuid(), v.regex(/^.{14}7/));
const clientData = v.pipe(
  v.string(),
  v.transform((text) => new TextDecoder().decode(base64url.decode(text))),
  v.parseJson(),
  v.object({ challenge: v.string() }),
);

function readAnsweredChallenge(clientDataJson: string): string | null {
  try {
    return v.parse(clientData, clientDataJson).challenge;
  } catch {
    return null;
  }
}

/**
 * Finds the challenge that a browser has answered, among those that this site issued under the id for the purposes. The
 * answer is verified afterwards. `clientDataJson` is the browser's, in base64url.
 * @throws AuthError webauthn_challenge_expired; webauthn_challenge_not_found
 */
export async function readChallenge<Known extends Purpose>(
  { signingKeys }: Pick<TokenIssuer, "signingKeys">,
  purposes: Known[],
  id: string,
  clientDataJson: string,
): Promise<{ challenge: string; purpose: Known }> {
  const answered = readAnsweredChallenge(clientDataJson);
  if (answered !== null && v.is(timedId, id)) {
    for (const { oneTimeSecret } of signingKeys.all) {
      for (const purpose of purposes) {
        if ((await deriveChallenge(oneTimeSecret, id, purpose)) !== answered) continue;
        if (Date.now() <= readTimeMs(id) + challengeLifetimeSeconds * 1000)
          return { challenge: answered, purpose };
        throw new AuthError(400, "webauthn_challenge_expired", "The challenge has expired: request another");
      }
    }
  }
  throw new AuthError(400, "webauthn_challenge_not_found", "There is no such challenge");
}
