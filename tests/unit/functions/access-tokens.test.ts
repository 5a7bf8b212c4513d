import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { CompactEncrypt, exportJWK, generateKeyPair } from "jose";
import { describe, expect, test } from "vitest";
import { issueAccessToken, readAccessToken } from "#functions/kernel/crypto/access-tokens.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { signingKey } from "../../support/signing-key.ts";

const issuer = "https://vitrina.example/api/auth";
const caller = {
  accountId: "6f0c1f0e-52f7-4c0b-9d52-0d6c1b0a7a11",
  sessionId: "0e6f8b1c-7d1a-4d38-a7fd-0c9c4f1c2b22",
};
const now = () => Math.floor(Date.now() / 1000);

const [newJwk, oldJwk] = [await signingKey("new"), await signingKey("old")];
const keys = await parseSigningKeys(JSON.stringify({ keys: [newJwk, oldJwk] }));
const read = (token: string) => readAccessToken(keys, issuer, token);

type Part = Record<string, unknown>;
type Key = CryptoKey | KeyObject;
const ownKey = keys.newest.privateKey;
const oldKey = keys.find("old")?.privateKey as CryptoKey;
const foreign = generateKeyPairSync("ec", { namedCurve: "P-256" });
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ed25519 = generateKeyPairSync("ed25519");

const header: Part = { alg: "ES256", kid: "new", typ: "JWT" };
const claims: Part = {
  iss: issuer,
  aud: "authenticated",
  sub: caller.accountId,
  session_id: caller.sessionId,
  iat: now(),
  nbf: now(),
  exp: now() + 600,
};

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");
const inputOf = (head: Part, body: unknown) => `${encode(head)}.${encode(body)}`;
async function signEcdsa(input: string, key: Key): Promise<string> {
  if (key instanceof CryptoKey) {
    const algorithm = { name: "ECDSA", hash: "SHA-256" };
    return Buffer.from(await crypto.subtle.sign(algorithm, key, Buffer.from(input))).toString("base64url");
  }
  return sign("sha256", Buffer.from(input), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
}
/** Signs with the newest key by default, so that every rejected token has exactly one fault. */
async function createToken(head: Part, body: unknown, key: Key = ownKey): Promise<string> {
  const input = inputOf(head, body);
  return `${input}.${await signEcdsa(input, key)}`;
}
const withHeader = (changes: Part, key?: Key) => createToken({ ...header, ...changes }, claims, key);
const withClaims = (changes: Part) => createToken(header, { ...claims, ...changes });
const unsigned = (head: Part) => `${inputOf(head, claims)}.`;
const signedWithHmac = (secret: string | Buffer, alg = "HS256") => {
  const input = inputOf({ ...header, alg }, claims);
  return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
};
const signedAs = (alg: string, digest: string | null, key: KeyObject) => {
  const input = inputOf({ ...header, alg }, claims);
  return `${input}.${sign(digest, Buffer.from(input), key).toString("base64url")}`;
};
const encrypt = () =>
  new CompactEncrypt(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: "new", typ: "JWT" })
    .encrypt(Buffer.alloc(32));

const [valid, otherClaims] = [
  await createToken(header, claims),
  await createToken(header, { ...claims, sub: caller.sessionId }),
];
const [head, body, signature] = valid.split(".") as [string, string, string];

const forgeries: [string, string | Promise<string>][] = [
  ["without a signature, algorithm none", unsigned({ ...header, alg: "none" })],
  ["algorithm None", unsigned({ ...header, alg: "None" })],
  ["algorithm none, with the signature of another token", unsigned({ alg: "none" }) + signature],
  ["HS256 with the public key as JWK", signedWithHmac(JSON.stringify(keys.publicKeySet.keys[0]))],
  ["HS256 with the bytes of the public key", signedWithHmac(Buffer.from(newJwk.x as string, "base64url"))],
  ["HS256 with an empty secret", signedWithHmac("")],
  ["HS256 with the key id", signedWithHmac("new")],
  ["an HMAC with algorithm ES256", signedWithHmac("new", "ES256")],
  ["RS256 of a foreign key", signedAs("RS256", "sha256", rsa.privateKey)],
  ["EdDSA with the id of an ES256 key", signedAs("EdDSA", null, ed25519.privateKey)],
  ["algorithm ES384", withHeader({ alg: "ES384" })],
  ["algorithm in another case", withHeader({ alg: "es256" })],
  ["algorithm that is a list", withHeader({ alg: ["ES256"] })],
  ["without an algorithm", withHeader({ alg: undefined })],
  ["a foreign key with a known key id", withHeader({}, foreign.privateKey)],
  ["the id of a key that did not sign it", withHeader({ kid: "old" })],
  ["an unknown key id", withHeader({ kid: "unknown" })],
  ["without a key id", withHeader({ kid: undefined })],
  ["key id that is a number", withHeader({ kid: 0 })],
  ["key id that is a path", withHeader({ kid: "../../../dev/null" })],
  ["key id that is a property of every object", withHeader({ kid: "__proto__" })],
  ["a key in its header (jwk)", withHeader({ jwk: foreign.publicKey.export({ format: "jwk" }) }, foreign.privateKey)], // biome-ignore format: one row
  ["the address of its keys (jku)", withHeader({ jku: "https://evil.example/jwks" }, foreign.privateKey)],
  ["the address of its certificate (x5u)", withHeader({ x5u: "https://evil.example/x" }, foreign.privateKey)],
  ["a certificate in its header (x5c)", withHeader({ x5c: ["MIIB"] }, foreign.privateKey)],
  ["an unknown critical header", withHeader({ crit: ["urn:x"], "urn:x": true })],
  ["a critical header of unencoded payloads", withHeader({ crit: ["b64"], b64: false })],
  ["without a type", withHeader({ typ: undefined })],
  ["type of another kind of token", withHeader({ typ: "at+jwt" })],
  ...Object.keys(claims).map((claim): [string, Promise<string>] => [
    `without ${claim}`,
    withClaims({ [claim]: undefined }),
  ]),
  ["another issuer", withClaims({ iss: "https://evil.example/api/auth" })],
  ["issuer with an extra slash", withClaims({ iss: `${issuer}/` })],
  ["another audience", withClaims({ aud: "anon" })],
  ["a list of audiences", withClaims({ aud: ["authenticated"] })],
  ["expired", withClaims({ exp: now() - 5 })],
  ["expiry that is text", withClaims({ exp: String(now() + 600) })],
  ["not valid yet", withClaims({ nbf: now() + 60 })],
  ["start that is text", withClaims({ nbf: "now" })],
  ["issue time that is text", withClaims({ iat: "now" })],
  ["account that is a number", withClaims({ sub: 1 })],
  ["account that is no UUID", withClaims({ sub: "' or true --" })],
  ["account that is a list", withClaims({ sub: [caller.accountId] })],
  ["session that is null", withClaims({ session_id: null })],
  ["claims of another token", `${head}.${otherClaims.split(".")[1]}.${signature}`],
  ["claims that are a list", createToken(header, [claims])],
  ["claims that are null", createToken(header, null)],
  ["claims that are no JSON", `${head}.${Buffer.from("{").toString("base64url")}.${signature}`],
  ["an empty signature", `${head}.${body}.`],
  ["a signature of zeros", `${head}.${body}.${Buffer.alloc(64).toString("base64url")}`],
  ["a shortened signature", valid.slice(0, -4)],
  ["two parts", `${head}.${body}`],
  ["four parts", `${valid}.${signature}`],
  ["an encrypted token", encrypt()],
  ["in lower case", valid.toLowerCase()],
  ["a huge token", withHeader({ pad: "x".repeat(12_000) }, foreign.privateKey)],
  ["nothing but dots", ".."],
  ["an empty text", ""],
  ["no token", "not a token"],
];

describe("an access token", () => {
  test("authenticates the account and the session that it was issued for", async () => {
    const { token, expiresAt } = await issueAccessToken(keys, issuer, { ...caller, email: "a@b.example" });
    expect(await read(token)).toEqual(caller);
    expect(expiresAt - now()).toBeGreaterThanOrEqual(599);
  });

  test("has the role and the assurance level of the protocol, and no permission", async () => {
    const { token } = await issueAccessToken(keys, issuer, { ...caller, email: "a@b.example" });
    const payload = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    expect(payload).toMatchObject({ role: "authenticated", aal: "aal1" });
    expect(Object.keys(payload).sort()).toEqual(["aal", "email", "role", ...Object.keys(claims)].sort());
  });

  test("signed with an older key is valid", async () => {
    expect(await read(await withHeader({ kid: "old" }, oldKey))).toEqual(caller);
  });

  test("signed with an Ed25519 key is valid", async () => {
    const { privateKey } = await generateKeyPair("EdDSA", { extractable: true });
    const set = await parseSigningKeys(
      JSON.stringify({ keys: [{ ...(await exportJWK(privateKey)), kid: "ed" }] }),
    );
    const { token } = await issueAccessToken(set, issuer, { ...caller, email: "a@b.example" });
    expect(await readAccessToken(set, issuer, token)).toEqual(caller);
  });

  test("without a fault is accepted", async () => {
    expect(await read(valid)).toEqual(caller);
  });

  test.each(forgeries)("is rejected: %s", async (_, token) => {
    expect(await read(await token)).toBeNull();
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

  test("is rejected unless all keys are private and have distinct key ids", async () => {
    const { d: _, ...publicKey } = newJwk;
    const { kid: __, ...nameless } = newJwk;
    const sets = [
      {},
      [],
      ...[[], [publicKey], [nameless], [newJwk, newJwk], [{ ...newJwk, d: "AAAA" }]].map((set) => ({
        keys: set,
      })),
    ];
    for (const text of ["{", ...sets.map((set) => JSON.stringify(set))]) {
      await expect(parseSigningKeys(text), text).rejects.toThrow(/expected a JWK set/);
    }
  });
});
