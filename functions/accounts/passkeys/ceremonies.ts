import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { base64url } from "jose";
import type { PasskeyAnswer, PasskeyRegistration } from "#functions/contract/account.schema.ts";
import { isSoundKey, passkeyAlgorithms } from "./keys.ts";

// Names of the products that store most passkeys, by AAGUID. A passkey of another product has no name until its owner
// gives it one.
const authenticatorNames: Record<string, string> = {
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

/** The stored data of a passkey. Ids and keys are base64url. */
export type Credential = { id: string; publicKey: string; signCount: number; transports: string[] };

// Loaded on first use, because most of the module reads attestations of authenticator vendors.
const webauthn = () => import("@simplewebauthn/server");

/** The lifetime of a challenge, in seconds. It allows time to find a phone. */
export const challengeLifetimeSeconds = 300;

// A passkey belongs to the host of the site.
const toHost = (origin: string) => new URL(origin).hostname;

// A passkey suffices as a sign-in only if the device verifies its user and no address is needed to find it.
const userVerification = "required";

/** Returns the options with which a browser creates a passkey (WebAuthn, `PublicKeyCredentialCreationOptionsJSON`). */
export async function getCreationOptions(
  origin: string,
  user: { id: string; email: string; credentials: Pick<Credential, "id" | "transports">[] },
  challenge: string,
) {
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: toHost(origin),
    rpID: toHost(origin),
    userID: new TextEncoder().encode(user.id).slice(),
    userName: user.email,
    userDisplayName: user.email,
    challenge: base64url.decode(challenge).slice(),
    timeout: challengeLifetimeSeconds * 1000,
    attestationType: "none",
    excludeCredentials: user.credentials.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification },
    supportedAlgorithmIDs: passkeyAlgorithms,
  });
}

/**
 * Returns the options with which a browser signs in by any passkey of the site
 * (WebAuthn, `PublicKeyCredentialRequestOptionsJSON`).
 */
export const getRequestOptions = (origin: string, challenge: string) => ({
  challenge,
  rpId: toHost(origin),
  timeout: challengeLifetimeSeconds * 1000,
  userVerification,
  allowCredentials: [],
});

/**
 * Returns whether a new passkey comes without a certificate of its authenticator. A certificate was not requested, and
 * is rejected: its verification would request addresses in it, which an attacker may have written.
 */
async function hasNoCertificates({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const attestation = decodeAttestationObject(base64url.decode(response.attestationObject).slice());
  const format = attestation.get("fmt");
  return format === "none" || (format === "packed" && attestation.get("attStmt").get("x5c") === undefined);
}

/** The maximum size of a public key, in bytes. */
const maxPublicKeyBytes = 2_048;

/**
 * Returns the passkey that a browser has created, with the name of its product if that is known. Returns null if the
 * answer is invalid.
 */
export async function readNewPasskey(
  origin: string,
  answer: PasskeyRegistration,
  challenge: string,
): Promise<(Credential & { name: string | null }) | null> {
  try {
    const response = answer as RegistrationResponseJSON;
    if (!(await hasNoCertificates(response))) return null;
    const { verifyRegistrationResponse } = await webauthn();
    const { registrationInfo: registration } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: toHost(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
    if (!registration) return null;
    const { id, publicKey, counter } = registration.credential;
    // The library accepts an id of any length, and an id that differs from the browser's.
    if (id !== answer.id || publicKey.length > maxPublicKeyBytes) return null;
    const { decodeCredentialPublicKey } = await import("@simplewebauthn/server/helpers");
    const key = decodeCredentialPublicKey(publicKey) as { get(label: number): unknown };
    if (!(await isSoundKey(key))) return null;
    return {
      id,
      publicKey: base64url.encode(publicKey),
      signCount: counter,
      transports: (answer.response.transports ?? []).slice(0, 10),
      name: authenticatorNames[registration.aaguid] ?? null,
    };
  } catch {
    return null;
  }
}

/**
 * A credential (ES256) of no account, without a known private key. An answer that names no known passkey is verified
 * against it, so that it takes the same work as an answer of a known passkey.
 */
export const decoyCredential: Credential = {
  id: "",
  publicKey:
    "pQECAyYgASFYIMHrGRs4brcHjzDPRIAhcMZezYExgES7YnaVPLDCHmwZIlgglOxolJ09Q-kwPgfFqXALUCcd_wtGbXwm5LQl4_8qTjE",
  signCount: 0,
  transports: [],
};

/**
 * Returns the new signature count of a passkey that answered this challenge; null for a wrong answer, or a count that
 * has not increased. The count is compared after the signature, so that a known passkey takes the same work whatever
 * count an answer has.
 */
export async function verifyPasskey(
  origin: string,
  answer: PasskeyAnswer,
  challenge: string,
  { id, publicKey, signCount, transports }: Credential,
): Promise<number | null> {
  try {
    const { verifyAuthenticationResponse } = await webauthn();
    // The credential identifies the account, not the user handle.
    const { userHandle: _, ...response } = answer.response;
    const { verified: isVerified, authenticationInfo } = await verifyAuthenticationResponse({
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
    return isVerified && isNext ? newCounter : null;
  } catch {
    return null;
  }
}
