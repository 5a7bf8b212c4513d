import { exportJWK, generateKeyPair, type JWK } from "jose";

/** Creates a private ES256 key in the format of AUTH_KEYS. */
export async function createSigningKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: "ES256", use: "sig" };
}
