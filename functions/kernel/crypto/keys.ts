import { base64url, importJWK, type JWK } from "jose";
import * as v from "valibot";

// Seconds since 1970, like the claims of these names (RFC 7519 §4.1). A key from before the first rotation has none.
const claimTime = v.optional(v.pipe(v.number(), v.integer()));
const shared = {
  ...{ kid: v.pipe(v.string(), v.nonEmpty()), x: v.string(), d: v.string() },
  ...{ nbf: claimTime, exp: claimTime },
};
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

type PrivateKey = v.InferOutput<typeof privateKeySet>["keys"][number];

type SigningKey = {
  kid: string;
  alg: "ES256" | "EdDSA";
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  /** Derives the successors of refresh tokens. */
  refreshSecret: CryptoKey;
  /** Derives one-time tokens and their codes. */
  oneTimeSecret: CryptoKey;
};

/**
 * The keys of the edge's tokens. A key signs from its `nbf` on, so every edge location knows it before the first token.
 * A key is invalid after its `exp`.
 */
export type SigningKeys = {
  /** The key that signs new tokens. */
  readonly signing: SigningKey;
  /** All valid keys: the signing key first, the others in their order. */
  readonly all: SigningKey[];
  /** Returns the key that a token names; undefined for a foreign or an expired key. */
  find(kid: string | undefined): SigningKey | undefined;
  /** The public parts of the valid keys (RFC 7517 §5). */
  readonly publicKeySet: { keys: JWK[] };
};

/**
 * Derives an HMAC key for a purpose from the private part `d` of a signing key (HKDF, RFC 5869). So a rotation of the
 * signing key renews all secrets, and each purpose has its own.
 */
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
 * Parses the private JWK set (RFC 7517 §5) of AUTH_KEYS, which lists the newest key first. The keys are ES256 or EdDSA
 * and have a `kid`. After a rotation they also have `nbf` and `exp`, in seconds since 1970. Every access to a member of
 * the result reads the clock.
 * @throws Error with the expected form and nothing of the keys
 */
export async function parseSigningKeys(json: string): Promise<SigningKeys> {
  try {
    const { keys } = v.parse(privateKeySet, JSON.parse(json));
    const timedKeys = await Promise.all(keys.map(toTimedKey));
    return {
      get signing() {
        return (listValidKeys(timedKeys)[0] as TimedKey).key;
      },
      get all() {
        return listValidKeys(timedKeys).map(({ key }) => key);
      },
      find: (kid) => listValidKeys(timedKeys).find(({ key }) => key.kid === kid)?.key,
      get publicKeySet() {
        return { keys: listValidKeys(timedKeys).map(({ published }) => published) };
      },
    };
  } catch {
    throw new Error("expected a JWK set of private ES256 or EdDSA keys, each with a kid of its own");
  }
}

/** A key with its public JWK. It signs after `from` and is valid before `until`, in seconds since 1970. */
type TimedKey = { key: SigningKey; published: JWK; from: number; until: number };

/** Imports a private JWK of AUTH_KEYS, and derives its public JWK and the secrets for tokens that are not JWTs. */
async function toTimedKey({ d, nbf, exp, ...rest }: PrivateKey): Promise<TimedKey> {
  const alg = toAlgorithm(rest.kty);
  const published = { ...rest, alg, use: "sig" };
  const [privateKey, publicKey, refreshSecret, oneTimeSecret] = await Promise.all([
    importJWK({ ...rest, d }, alg),
    importJWK(published, alg),
    deriveSecret(d, "refresh tokens"),
    deriveSecret(d, "one-time tokens"),
  ]);
  return {
    key: {
      ...{ kid: rest.kid, alg, refreshSecret, oneTimeSecret },
      privateKey: privateKey as CryptoKey,
      publicKey: publicKey as CryptoKey,
    },
    published,
    from: nbf ?? 0,
    until: exp ?? Number.POSITIVE_INFINITY,
  };
}

/** Returns the valid keys, the signing key first. The result has at least one key, whatever the clock says. */
function listValidKeys(timedKeys: TimedKey[]): TimedKey[] {
  const now = Date.now() / 1000;
  const unexpiredKeys = timedKeys.filter(({ until }) => until > now);
  const validKeys = unexpiredKeys.length > 0 ? unexpiredKeys : timedKeys.slice(0, 1);
  const signingKey = validKeys.find(({ from }) => from <= now) ?? validKeys.at(-1);
  return validKeys.toSorted((a, b) => Number(b === signingKey) - Number(a === signingKey));
}

const toAlgorithm = (kty: "EC" | "OKP") => (kty === "EC" ? "ES256" : "EdDSA");
