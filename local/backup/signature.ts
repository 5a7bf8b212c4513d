import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { generateX25519Identity, identityToRecipient } from "age-encryption";

/**
 * Signs a digest (Ed25519, RFC 8032). The recipient of a backup is public, so successful decryption does not prove its
 * origin. The machine that backs up signs, and a restoration verifies the signature before it uses anything.
 */
export type Signer = (digest: Buffer) => string;
export type Verifier = (digest: Buffer, signature: string) => boolean;

/**
 * Creates the keys of backups as environment variables. Recipient and identity are those of age. The signing keys are
 * base64 of DER (PKCS #8 and SPKI).
 */
export async function createBackupKeys() {
  const identity = await generateX25519Identity();
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    BACKUP_RECIPIENT: await identityToRecipient(identity),
    BACKUP_SIGNING_KEY: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
    BACKUP_IDENTITY: identity,
    BACKUP_VERIFYING_KEY: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
  };
}

/** Reads a key that signs or verifies backups from the value of the environment variable `name`. */
function readKey(name: string, value: string | undefined, parse: (der: Buffer) => KeyObject): KeyObject {
  if (!value) throw new Error(`${name} is not set: npm run backup -- new-key creates it.`);
  try {
    const key = parse(Buffer.from(value, "base64"));
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // The error below covers it.
  }
  throw new Error(`${name} is malformed: set it to the value that npm run backup -- new-key printed.`);
}

/** Returns a signer with BACKUP_SIGNING_KEY. @throws Error with one sentence if it is missing or malformed */
export function openSigner(value: string | undefined): Signer {
  const key = readKey("BACKUP_SIGNING_KEY", value, (der) =>
    createPrivateKey({ key: der, format: "der", type: "pkcs8" }),
  );
  return (digest) => sign(null, digest, key).toString("base64");
}

const toVerifier =
  (key: KeyObject): Verifier =>
  (digest, signature) =>
    verify(null, digest, key, Buffer.from(signature, "base64"));

/** Returns a verifier with BACKUP_VERIFYING_KEY. @throws Error with one sentence if it is missing or malformed */
export const openVerifier = (value: string | undefined): Verifier =>
  toVerifier(
    readKey("BACKUP_VERIFYING_KEY", value, (der) =>
      createPublicKey({ key: der, format: "der", type: "spki" }),
    ),
  );

/** Returns a verifier of the signatures of BACKUP_SIGNING_KEY, for the machine that backs up. */
export const openOwnVerifier = (value: string | undefined): Verifier =>
  toVerifier(
    readKey("BACKUP_SIGNING_KEY", value, (der) =>
      createPublicKey(createPrivateKey({ key: der, format: "der", type: "pkcs8" })),
    ),
  );
