import { base64url, importJWK, type JWK } from "jose";
import * as v from "valibot";

const shared = { kid: v.pipe(v.string(), v.nonEmpty()), x: v.string(), d: v.string() };
const privateKeySet = v.object({
  keys: v.pipe(
    v.array(
      v.variant("kty", [
        v.object({ ...shared, kty: v.literal("EC"), crv: v.literal("P-256"), y: v.string() }),
        v.object({ ...shared, kty: v.literal("OKP"), crv: v.literal("Ed25519") }),
      ]),
    ),
    v.minLength(1),
    v.check((keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length),
  ),
});

type SigningKey = {
  kid: string;
  alg: "ES256" | "EdDSA";
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  /** Successors of refresh tokens are derived from it. */
  refreshSecret: CryptoKey;
  /** One-time tokens and their codes are derived from it. */
  oneTimeSecret: CryptoKey;
};

/** The keys of our tokens, newest first. */
export type SigningKeys = {
  /** Signs what is issued now. */
  newest: SigningKey;
  /** All of them, in their order. */
  all: SigningKey[];
  /** The key that a token names; undefined when it is none of ours. */
  find(kid: string | undefined): SigningKey | undefined;
  /** The public halves (RFC 7517). */
  publicKeySet: { keys: JWK[] };
};

async function deriveSecret(privatePart: string, purpose: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey(
    "raw",
    base64url.decode(privatePart).slice(),
    "HKDF",
    false,
    ["deriveKey"],
  );
  const info = new TextEncoder().encode(`vitrina ${purpose}`);
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info },
    material,
    { name: "HMAC", hash: "SHA-256", length: 256 },
    false,
    ["sign"],
  );
}

/**
 * Reads the private JWK set (RFC 7517) of AUTH_KEYS, newest key first; ES256 or EdDSA, each with a `kid`.
 * @throws Error that says what is expected, and nothing of the keys
 */
export async function parseSigningKeys(json: string): Promise<SigningKeys> {
  try {
    const { keys } = v.parse(privateKeySet, JSON.parse(json));
    const publicKeys = keys.map(({ d: _, ...key }) => ({ ...key, alg: algorithm(key.kty), use: "sig" }));
    const signingKeys = await Promise.all(
      keys.map(async (key, index): Promise<SigningKey> => {
        const alg = algorithm(key.kty);
        const [privateKey, publicKey, refreshSecret, oneTimeSecret] = await Promise.all([
          importJWK(key, alg),
          importJWK(publicKeys[index] as JWK, alg),
          deriveSecret(key.d, "refresh tokens"),
          deriveSecret(key.d, "one-time tokens"),
        ]);
        return {
          kid: key.kid,
          alg,
          privateKey: privateKey as CryptoKey,
          publicKey: publicKey as CryptoKey,
          refreshSecret,
          oneTimeSecret,
        };
      }),
    );
    return {
      newest: signingKeys[0] as SigningKey,
      all: signingKeys,
      find: (kid) => signingKeys.find((key) => key.kid === kid),
      publicKeySet: { keys: publicKeys },
    };
  } catch {
    throw new Error("expected a JWK set of private ES256 or EdDSA keys, each with a kid of its own");
  }
}

const algorithm = (kty: "EC" | "OKP") => (kty === "EC" ? "ES256" : "EdDSA");
