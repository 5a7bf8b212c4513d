import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { CompactEncrypt, exportJWK, generateKeyPair } from "jose";
import { describe, expect, test } from "vitest";
import { issueAccessToken, readAccessToken } from "#functions/kernel/crypto/access-tokens.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { createSigningKey } from "../../support/signing-key.ts";

const issuer = "https://vitrina.example/api/auth";
const caller = {
  accountId: "6f0c1f0e-52f7-4c0b-9d52-0d6c1b0a7a11",
  sessionId: "0e6f8b1c-7d1a-4d38-a7fd-0c9c4f1c2b22",
};
const getNowSeconds = () => Math.floor(Date.now() / 1000);

const [newJwk, oldJwk] = [await createSigningKey("new"), await createSigningKey("old")];
const keys = await parseSigningKeys(JSON.stringify({ keys: [newJwk, oldJwk] }));
const readToken = (token: string) => readAccessToken(keys, issuer, token);

type TokenPart = Record<string, unknown>;
type SigningKey = CryptoKey | KeyObject;
const ownKey = keys.signing.privateKey;
const oldKey = keys.find("old")?.privateKey as CryptoKey;
const foreignKeys = generateKeyPairSync("ec", { namedCurve: "P-256" });
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ed25519 = generateKeyPairSync("ed25519");

const header: TokenPart = { alg: "ES256", kid: "new", typ: "JWT" };
const claims: TokenPart = {
  iss: issuer,
  aud: "authenticated",
  sub: caller.accountId,
  session_id: caller.sessionId,
  iat: getNowSeconds(),
  nbf: getNowSeconds(),
  exp: getNowSeconds() + 600,
};

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");
const toSigningInput = (head: TokenPart, body: unknown) => `${encode(head)}.${encode(body)}`;
async function signEcdsa(input: string, key: SigningKey): Promise<string> {
  if (key instanceof CryptoKey) {
    const algorithm = { name: "ECDSA", hash: "SHA-256" };
    return Buffer.from(await crypto.subtle.sign(algorithm, key, Buffer.from(input))).toString("base64url");
  }
  return sign("sha256", Buffer.from(input), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
}
/** Signs with the newest key by default, so that every rejected token has exactly one fault. */
async function createToken(head: TokenPart, body: unknown, key: SigningKey = ownKey): Promise<string> {
  const input = toSigningInput(head, body);
  return `${input}.${await signEcdsa(input, key)}`;
}
const createWithHeader = (changes: TokenPart, key?: SigningKey) =>
  createToken({ ...header, ...changes }, claims, key);
const createWithClaims = (changes: TokenPart) => createToken(header, { ...claims, ...changes });
const createUnsigned = (head: TokenPart) => `${toSigningInput(head, claims)}.`;
const signWithHmac = (secret: string | Buffer, alg = "HS256") => {
  const input = toSigningInput({ ...header, alg }, claims);
  return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
};
const signWithAlgorithm = (alg: string, digest: string | null, key: KeyObject) => {
  const input = toSigningInput({ ...header, alg }, claims);
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

/** Returns another last character of base64url for the same bytes: the next one of the alphabet. */
const withUnusedBits = (last: string) => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return alphabet[alphabet.indexOf(last) + 1];
};

const forgeries: [string, string | Promise<string>][] = [
  ["without a signature, algorithm none", createUnsigned({ ...header, alg: "none" })],
  ["algorithm None", createUnsigned({ ...header, alg: "None" })],
  ["algorithm none, with the signature of another token", createUnsigned({ alg: "none" }) + signature],
  ["HS256 with the public key as JWK", signWithHmac(JSON.stringify(keys.publicKeySet.keys[0]))],
  ["HS256 with the bytes of the public key", signWithHmac(Buffer.from(newJwk.x as string, "base64url"))],
  ["HS256 with an empty secret", signWithHmac("")],
  ["HS256 with the key id", signWithHmac("new")],
  ["an HMAC with algorithm ES256", signWithHmac("new", "ES256")],
  ["RS256 of a foreign key", signWithAlgorithm("RS256", "sha256", rsa.privateKey)],
  ["EdDSA with the id of an ES256 key", signWithAlgorithm("EdDSA", null, ed25519.privateKey)],
  ["algorithm ES384", createWithHeader({ alg: "ES384" })],
  ["algorithm in another case", createWithHeader({ alg: "es256" })],
  ["algorithm that is a list", createWithHeader({ alg: ["ES256"] })],
  ["without an algorithm", createWithHeader({ alg: undefined })],
  ["a foreign key with a known key id", createWithHeader({}, foreignKeys.privateKey)],
  ["the id of a key that did not sign it", createWithHeader({ kid: "old" })],
  ["an unknown key id", createWithHeader({ kid: "unknown" })],
  ["without a key id", createWithHeader({ kid: undefined })],
  ["key id that is a number", createWithHeader({ kid: 0 })],
  ["key id that is a path", createWithHeader({ kid: "../../../dev/null" })],
  ["key id that is a property of every object", createWithHeader({ kid: "__proto__" })],
  ["a key in its header (jwk)", createWithHeader({ jwk: foreignKeys.publicKey.export({ format: "jwk" }) }, foreignKeys.privateKey)], // biome-ignore format: one row
  [
    "the address of its keys (jku)",
    createWithHeader({ jku: "https://evil.example/jwks" }, foreignKeys.privateKey),
  ],
  [
    "the address of its certificate (x5u)",
    createWithHeader({ x5u: "https://evil.example/x" }, foreignKeys.privateKey),
  ],
  ["a certificate in its header (x5c)", createWithHeader({ x5c: ["MIIB"] }, foreignKeys.privateKey)],
  ["an unknown critical header", createWithHeader({ crit: ["urn:x"], "urn:x": true })],
  ["a critical header of unencoded payloads", createWithHeader({ crit: ["b64"], b64: false })],
  ["without a type", createWithHeader({ typ: undefined })],
  ["type of another kind of token", createWithHeader({ typ: "at+jwt" })],
  ...Object.keys(claims).map((claim): [string, Promise<string>] => [
    `without ${claim}`,
    createWithClaims({ [claim]: undefined }),
  ]),
  ["another issuer", createWithClaims({ iss: "https://evil.example/api/auth" })],
  ["issuer with an extra slash", createWithClaims({ iss: `${issuer}/` })],
  ["another audience", createWithClaims({ aud: "anon" })],
  ["a list of audiences", createWithClaims({ aud: ["authenticated"] })],
  ["expired", createWithClaims({ exp: getNowSeconds() - 5 })],
  ["expiry that is text", createWithClaims({ exp: String(getNowSeconds() + 600) })],
  ["not valid yet", createWithClaims({ nbf: getNowSeconds() + 60 })],
  ["start that is text", createWithClaims({ nbf: "now" })],
  ["issue time that is text", createWithClaims({ iat: "now" })],
  ["account that is a number", createWithClaims({ sub: 1 })],
  ["account that is no UUID", createWithClaims({ sub: "' or true --" })],
  ["account that is a list", createWithClaims({ sub: [caller.accountId] })],
  ["session that is null", createWithClaims({ session_id: null })],
  ["claims of another token", `${head}.${otherClaims.split(".")[1]}.${signature}`],
  ["claims that are a list", createToken(header, [claims])],
  ["claims that are null", createToken(header, null)],
  ["claims that are no JSON", `${head}.${Buffer.from("{").toString("base64url")}.${signature}`],
  ["an empty signature", `${head}.${body}.`],
  ["a signature of zeros", `${head}.${body}.${Buffer.alloc(64).toString("base64url")}`],
  ["a shortened signature", valid.slice(0, -4)],
  ["a padded signature", `${valid}==`],
  ["a signature with unused bits set", `${valid.slice(0, -1)}${withUnusedBits(valid.at(-1) ?? "")}`],
  ["a signature with a line break", `${valid}\n`],
  ["two parts", `${head}.${body}`],
  ["four parts", `${valid}.${signature}`],
  ["an encrypted token", encrypt()],
  ["in lower case", valid.toLowerCase()],
  ["a huge token", createWithHeader({ pad: "x".repeat(12_000) }, foreignKeys.privateKey)],
  ["nothing but dots", ".."],
  ["an empty text", ""],
  ["no token", "not a token"],
];

describe("an access token", () => {
  test("authenticates the account and the session that it was issued for", async () => {
    const { token, expiresAt } = await issueAccessToken(keys, issuer, { ...caller, email: "a@b.example" });
    expect(await readToken(token)).toEqual(caller);
    expect(expiresAt - getNowSeconds()).toBeGreaterThanOrEqual(599);
  });

  test("has the role and the assurance level of the protocol, and no permission", async () => {
    const { token } = await issueAccessToken(keys, issuer, { ...caller, email: "a@b.example" });
    const payload = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    expect(payload).toMatchObject({ role: "authenticated", aal: "aal1" });
    expect(Object.keys(payload).sort()).toEqual(["aal", "email", "role", ...Object.keys(claims)].sort());
  });

  test("signed with an older key is valid", async () => {
    expect(await readToken(await createWithHeader({ kid: "old" }, oldKey))).toEqual(caller);
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
    expect(await readToken(valid)).toEqual(caller);
  });

  test.each(forgeries)("is rejected: %s", async (_, token) => {
    expect(await readToken(await token)).toBeNull();
  });
});

describe("a key set", () => {
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
