import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { issueAccessToken, readAccessToken } from "#functions/kernel/crypto/access-tokens.ts";
import { parseSigningKeys, type SigningKeys } from "#functions/kernel/crypto/keys.ts";
import { signingKey } from "../../support/signing-key.ts";

const issuer = "https://vitrina.example/api/auth";
const caller = {
  accountId: "6f0c1f0e-52f7-4c0b-9d52-0d6c1b0a7a11",
  sessionId: "0e6f8b1c-7d1a-4d38-a7fd-0c9c4f1c2b22",
};
const now = () => Math.floor(Date.now() / 1000);

let keys: SigningKeys;
beforeAll(async () => {
  keys = await parseSigningKeys(JSON.stringify({ keys: [await signingKey("new"), await signingKey("old")] }));
});

/** A token that is right in everything that is not said. */
function forge({ header = {}, claims = {}, key = keys.newest.privateKey }: Partial<Forgery> = {}) {
  const payload = {
    iss: issuer,
    aud: "authenticated",
    sub: caller.accountId,
    session_id: caller.sessionId,
    iat: now(),
    nbf: now(),
    exp: now() + 600,
    ...claims,
  };
  return new SignJWT(JSON.parse(JSON.stringify(payload)))
    .setProtectedHeader({ alg: "ES256", kid: "new", typ: "JWT", ...header })
    .sign(key);
}
type Forgery = { header: Record<string, unknown>; claims: JWTPayload; key: CryptoKey };

describe("an access token", () => {
  test("speaks for the account and the session that it was issued to", async () => {
    const { token, expiresAt } = await issueAccessToken(keys, issuer, { ...caller, email: "a@b.example" });
    expect(await readAccessToken(keys, issuer, token)).toEqual(caller);
    expect(expiresAt - now()).toBeGreaterThanOrEqual(599);
  });

  test("names the role and the assurance that the protocol has for everybody, and no right", async () => {
    const { token } = await issueAccessToken(keys, issuer, { ...caller, email: "a@b.example" });
    const payload = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    expect(payload).toMatchObject({ role: "authenticated", aal: "aal1" });
    expect(Object.keys(payload).sort()).toEqual([
      ...["aal", "aud", "email", "exp", "iat", "iss", "nbf", "role", "session_id", "sub"],
    ]);
  });

  test("of an older key is still good", async () => {
    const old = keys.find("old");
    expect(
      await readAccessToken(
        keys,
        issuer,
        await forge({ header: { kid: "old" }, key: old?.privateKey as never }),
      ),
    ).toEqual(caller);
  });

  test("of an Ed25519 key is good as well", async () => {
    const { privateKey } = await generateKeyPair("EdDSA", { extractable: true });
    const set = await parseSigningKeys(
      JSON.stringify({ keys: [{ ...(await exportJWK(privateKey)), kid: "ed" }] }),
    );
    const { token } = await issueAccessToken(set, issuer, { ...caller, email: "a@b.example" });
    expect(await readAccessToken(set, issuer, token)).toEqual(caller);
  });

  test("that is right in everything is accepted, so that each refusal below has its own reason", async () => {
    expect(await readAccessToken(keys, issuer, await forge())).toEqual(caller);
  });

  test.each<[string, Partial<Forgery>]>([
    ["has expired", { claims: { exp: now() - 5 } }],
    ["never expires", { claims: { exp: undefined } as never }],
    ["is not valid yet", { claims: { nbf: now() + 60 } }],
    ["does not say from when it is valid", { claims: { nbf: undefined } as never }],
    ["is another issuer's", { claims: { iss: "https://elsewhere.example/api/auth" } }],
    ["is for another audience", { claims: { aud: "anon" } }],
    ["names an unknown key", { header: { kid: "unknown" } }],
    ["names no key", { header: { kid: undefined } }],
    ["names a key that did not sign it", { header: { kid: "old" } }],
    ["is of another type", { header: { typ: "at+jwt" } }],
    ["is of no type", { header: { typ: undefined } }],
    ["speaks for no account", { claims: { sub: undefined } as never }],
    ["speaks for an account that is no id", { claims: { sub: "' or true --" } }],
    ["belongs to no session", { claims: { session_id: undefined } }],
  ])("is refused when it %s", async (_, forgery) => {
    expect(await readAccessToken(keys, issuer, await forge(forgery))).toBeNull();
  });

  test("is refused when it is not signed", async () => {
    const token = new UnsecuredJWT({ session_id: caller.sessionId })
      .setSubject(caller.accountId)
      .setIssuer(issuer)
      .setAudience("authenticated")
      .setIssuedAt()
      .setNotBefore(now())
      .setExpirationTime("10m")
      .encode();
    expect(await readAccessToken(keys, issuer, token)).toBeNull();
  });

  test("is refused when it is signed with the public key as a shared secret", async () => {
    const [jwk] = keys.publicKeySet.keys;
    const secret = new TextEncoder().encode(JSON.stringify(jwk));
    const token = await new SignJWT({ session_id: caller.sessionId })
      .setProtectedHeader({ alg: "HS256", kid: "new", typ: "JWT" })
      .setSubject(caller.accountId)
      .setIssuer(issuer)
      .setAudience("authenticated")
      .setIssuedAt()
      .setNotBefore(now())
      .setExpirationTime("10m")
      .sign(secret);
    expect(await readAccessToken(keys, issuer, token)).toBeNull();
  });

  test("is refused when one of its characters is changed", async () => {
    const token = await forge();
    const [header, payload = "", signature] = token.split(".");
    const changed = Buffer.from(payload, "base64url").toString().replace(caller.accountId, caller.sessionId);
    expect(
      await readAccessToken(
        keys,
        issuer,
        [header, Buffer.from(changed).toString("base64url"), signature].join("."),
      ),
    ).toBeNull();
  });

  test.each(["", "a.b.c", "not a token"])("is not %j", async (token) => {
    expect(await readAccessToken(keys, issuer, token)).toBeNull();
  });
});

describe("a key set", () => {
  test("is published without its private halves", () => {
    expect(keys.publicKeySet.keys).toHaveLength(2);
    for (const key of keys.publicKeySet.keys) {
      expect(key).not.toHaveProperty("d");
      expect(key).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256", use: "sig" });
    }
  });

  test("is refused when it is not one of private keys, each with a kid of its own", async () => {
    const key = await signingKey("one");
    const { d: _, ...publicKey } = key;
    const { kid: __, ...nameless } = key;
    for (const set of [
      {},
      { keys: [] },
      { keys: [publicKey] },
      { keys: [nameless] },
      { keys: [key, key] },
      [],
    ]) {
      await expect(parseSigningKeys(JSON.stringify(set))).rejects.toThrow(/expected a JWK set/);
    }
    await expect(parseSigningKeys("{")).rejects.toThrow(/expected a JWK set/);
    await expect(parseSigningKeys(JSON.stringify({ keys: [{ ...key, d: "AAAA" }] }))).rejects.toThrow(
      /expected a JWK set/,
    );
  });
});
