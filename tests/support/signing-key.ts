import { exportJWK, generateKeyPair, type JWK } from "jose";

/** A private ES256 key as AUTH_KEYS holds it. */
export async function signingKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: "ES256", use: "sig" };
}
