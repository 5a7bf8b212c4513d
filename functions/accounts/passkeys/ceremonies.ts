import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { base64url } from "jose";
import { AuthError } from "#functions/accounts/auth-error.ts";
import type { PasskeyAnswer, PasskeyRegistration } from "#functions/contract/account.schema.ts";
import { isSoundKey, passkeyAlgorithms } from "./keys.ts";

// The products that most passkeys are kept by, as they name themselves (AAGUID). What is not here has no name until its owner
// gives it one.
const names: Record<string, string> = {
  "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4": "Google Password Manager",
  "fbfc3007-154e-4ecc-8c0b-6e020557d7bd": "iCloud Keychain",
  "dd4ec289-e01d-41c9-bb89-70fa845d4bf2": "iCloud Keychain",
  "adce0002-35bc-c60a-648b-0b25f1f05503": "Chrome (macOS)",
  "08987058-cadc-4b81-b6e1-30de50dcbe96": "Windows Hello",
  "9ddd1817-af5a-4672-a2b9-3e3dd95000a9": "Windows Hello",
  "6028b017-b1d4-4c02-b4b3-afcdafc96bb2": "Windows Hello",
  "53414d53-554e-4700-0000-000000000000": "Samsung Pass",
  "bada5566-a7aa-401f-bd96-45619a55120d": "1Password",
  "d548826e-79b4-db40-a3d8-11116f7e8349": "Bitwarden",
  "531126d6-e717-415c-9320-3d9aa6981239": "Dashlane",
  "50726f74-6f6e-5061-7373-50726f746f6e": "Proton Pass",
  "fdb141b2-5d84-443e-8a35-4698c205a502": "KeePassXC",
};

/** The name of the product that keeps passkeys of this AAGUID; null where it is not known. */
const nameAuthenticator = (aaguid: string): string | null => names[aaguid] ?? null;

/** What is kept of a passkey. Ids and keys are base64url. */
export type Credential = { id: string; publicKey: string; signCount: number; transports: string[] };

// Most of it reads what makers of authenticators say, so that it is evaluated when it is first needed.
const webauthn = () => import("@simplewebauthn/server");

// A passkey belongs to the host of the site.
const toHost = (origin: string) => new URL(origin).hostname;

// Its user is recognised by the device, and found without an address: only then is it a way in by itself.
const userVerification = "required";

/** The refusal of what is about a passkey that is not there, or not the caller's. */
export const noSuchPasskey = (): AuthError =>
  new AuthError(404, "webauthn_credential_not_found", "No such passkey");

/** The refusal of an answer to a challenge whose time is over, or that has been answered before. */
export const challengeExpired = (): AuthError =>
  new AuthError(400, "webauthn_challenge_expired", "The challenge is over: ask for another one");

/** What a browser needs to make a passkey (WebAuthn, `PublicKeyCredentialCreationOptionsJSON`). */
export async function creationOptions(
  origin: string,
  user: { id: string; email: string; credentials: Pick<Credential, "id" | "transports">[] },
  challenge: string,
  seconds: number,
) {
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: toHost(origin),
    rpID: toHost(origin),
    userID: new TextEncoder().encode(user.id).slice(),
    userName: user.email,
    userDisplayName: user.email,
    challenge: base64url.decode(challenge).slice(),
    timeout: seconds * 1000,
    attestationType: "none",
    excludeCredentials: user.credentials.map(({ id, transports }) => ({
      id,
      transports,
    })),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification },
    supportedAlgorithmIDs: passkeyAlgorithms,
  });
}

/** What a browser needs to sign in with any passkey of the site (`PublicKeyCredentialRequestOptionsJSON`). */
export const requestOptions = (origin: string, challenge: string, seconds: number) => ({
  challenge,
  rpId: toHost(origin),
  timeout: seconds * 1000,
  userVerification,
  allowCredentials: [],
});

// No statement of a maker is asked for. To check one means to follow the addresses in its certificates, which a caller
// could have written.
async function hasNoCertificates({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const attestation = decodeAttestationObject(base64url.decode(response.attestationObject).slice());
  const format = attestation.get("fmt");
  return format === "none" || (format === "packed" && attestation.get("attStmt").get("x5c") === undefined);
}

/** How many bytes a public key has at most. */
const publicKeyBytes = 2_048;

async function hasSoundKey(publicKey: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { decodeCredentialPublicKey } = await import("@simplewebauthn/server/helpers");
  return isSoundKey(decodeCredentialPublicKey(publicKey) as { get(label: number): unknown });
}

/** The passkey that a browser has made, with the name of the product that keeps it where that is known; null when something in the answer is not right. */
export async function readNewPasskey(
  origin: string,
  answer: PasskeyRegistration,
  challenge: string,
): Promise<(Credential & { name: string | null }) | null> {
  try {
    const response = answer as RegistrationResponseJSON;
    if (!(await hasNoCertificates(response))) return null;
    const { verifyRegistrationResponse } = await webauthn();
    const { registrationInfo: made } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: toHost(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
    if (!made) return null;
    const { id, publicKey, counter } = made.credential;
    // The verification takes an id of any length, whatever the browser calls the passkey.
    if (id !== answer.id || publicKey.length > publicKeyBytes || !(await hasSoundKey(publicKey))) return null;
    return {
      id,
      publicKey: base64url.encode(publicKey),
      signCount: counter,
      transports: (answer.response.transports ?? []).slice(0, 10),
      name: nameAuthenticator(made.aaguid),
    };
  } catch {
    return null;
  }
}

/**
 * A credential of no account (ES256), whose private key nobody has. An answer that names no known passkey is verified against it, so
 * that it takes the same work as an answer of a known one.
 */
export const decoyCredential: Credential = {
  id: "",
  publicKey:
    "pQECAyYgASFYIMHrGRs4brcHjzDPRIAhcMZezYExgES7YnaVPLDCHmwZIlgglOxolJ09Q-kwPgfFqXALUCcd_wtGbXwm5LQl4_8qTjE",
  signCount: 0,
  transports: [],
};

/**
 * Returns how often the passkey says it has signed, when the answer is its own to this challenge; null when it is not. The count is
 * compared after the signature, so that a known passkey takes the same work whatever count an answer has.
 */
export async function verifyPasskey(
  origin: string,
  answer: PasskeyAnswer,
  challenge: string,
  { id, publicKey, signCount, transports }: Credential,
): Promise<number | null> {
  try {
    const { verifyAuthenticationResponse } = await webauthn();
    // Whose it is goes by the credential.
    const { userHandle: _, ...response } = answer.response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: answer.id,
        rawId: answer.rawId,
        type: answer.type,
        response,
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: toHost(origin),
      requireUserVerification: true,
      credential: {
        id,
        publicKey: base64url.decode(publicKey).slice(),
        counter: 0,
        transports,
      },
    });
    const { newCounter } = authenticationInfo;
    const isNext = newCounter > signCount || (newCounter === 0 && signCount === 0);
    return verified && isNext ? newCounter : null;
  } catch {
    return null;
  }
}
