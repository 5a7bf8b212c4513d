import { base64url } from "jose";

/**
 * The COSE algorithms of passkeys, in order of preference (RFC 9053, RFC 8812): ES256, and RS256 for devices with older
 * versions of Windows. Ed25519 is not offered: platforms import any 32 bytes as a key, also a point of small order, for
 * which a signature can be computed without a private key.
 */
export const passkeyAlgorithms = [-7, -257];

// Labels of a COSE key and its values (RFC 9052 §7, RFC 9053 §7, RFC 8230 §4).
const kty = 1;
const alg = 3;
const firstParameter = -1;
const secondParameter = -2;
const thirdParameter = -3;
// The value of the first parameter of an elliptic-curve key that names P-256.
const p256Curve = 1;

type CoseKey = { get(label: number): unknown };

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;
const toBigInt = (bigEndian: Uint8Array): bigint =>
  bigEndian.reduce((number, byte) => number * 256n + BigInt(byte), 0n);

const modulusBits = { minimum: 2_048, maximum: 4_096 };
const exponent = { minimum: 65_537, maximum: 0xffff_ffff };

/** Returns whether an RSA key has an odd modulus of an accepted size, and an odd exponent of 17 to 32 bits. */
function isSoundRsaKey(key: CoseKey): boolean {
  const [modulus, publicExponent] = [key.get(firstParameter), key.get(secondParameter)];
  if (!isBytes(modulus) || !isBytes(publicExponent)) return false;
  if (modulus.length > modulusBits.maximum / 8 || publicExponent.length > 4) return false;
  const bits = toBigInt(modulus).toString(2).length;
  const e = Number(toBigInt(publicExponent));
  const isOdd = (modulus.at(-1) ?? 0) % 2 === 1 && e % 2 === 1;
  return bits >= modulusBits.minimum && e >= exponent.minimum && e <= exponent.maximum && isOdd;
}

/** Returns whether a key is a point of P-256. The platform checks the curve when it imports the key. */
async function isOnP256(key: CoseKey): Promise<boolean> {
  const [x, y] = [key.get(secondParameter), key.get(thirdParameter)];
  const isNamedP256 = key.get(firstParameter) === p256Curve;
  if (!isNamedP256 || !isBytes(x) || !isBytes(y) || x.length !== 32 || y.length !== 32) return false;
  const jwk = { kty: "EC", crv: "P-256", x: base64url.encode(x), y: base64url.encode(y) };
  return crypto.subtle.importKey("jwk", jwk, { name: "ECDSA", namedCurve: "P-256" }, false, ["verify"]).then(
    () => true,
    () => false,
  );
}

/**
 * Returns whether a passkey's public key (COSE, RFC 9052 §7) is sound. Its type and curve belong to its algorithm, its
 * point is on the curve, and the modulus of an RSA key has 2,048 to 4,096 bits.
 */
export async function isSoundKey(key: CoseKey): Promise<boolean> {
  switch (`${key.get(kty)} ${key.get(alg)}`) {
    case "2 -7":
      return isOnP256(key);
    case "3 -257":
      return isSoundRsaKey(key);
    default:
      return false;
  }
}
