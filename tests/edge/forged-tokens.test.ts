import {
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signWith,
} from "node:crypto";
import { CompactEncrypt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newcomer } from "../support/accounts.ts";
import { type Edge, startEdge } from "../support/edge.ts";
import { bearer, origin, type SessionResponse } from "../support/requests.ts";
import { visitor } from "../support/seeded-people.ts";

type Part = Record<string, unknown>;
type World = {
  session: SessionResponse;
  ours: KeyObject;
  claims: Part;
  header: Part;
  /** A session of somebody else, which lives. */
  foreign: Part;
  ended: Part;
  deleted: Part;
};

let edge: Edge;
let world: World;
const theirs = generateKeyPairSync("ec", { namedCurve: "P-256" });
const theirJwk = theirs.publicKey.export({ format: "jwk" });
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ed25519 = generateKeyPairSync("ed25519");

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");
const decode = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] as string, "base64url").toString()) as Part;
const ecdsa = (input: string, key: KeyObject) =>
  signWith("sha256", Buffer.from(input), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
/** Signed by our own key, unless said otherwise: what is refused is refused for the one thing that differs. */
const token = (header: Part, claims: unknown, key = world.ours) => {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${ecdsa(input, key)}`;
};
const withHeader = (more: Part, key?: KeyObject) => token({ ...world.header, ...more }, world.claims, key);
const withClaims = (more: Part) => token(world.header, { ...world.claims, ...more });
const without = (claim: string) =>
  token(world.header, Object.fromEntries(Object.entries(world.claims).filter(([key]) => key !== claim)));
const hmac = (secret: string | Buffer, alg = "HS256") => {
  const input = `${encode({ ...world.header, alg })}.${encode(world.claims)}`;
  return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
};
const parts = () => world.session.access_token.split(".") as [string, string, string];
const now = () => Math.floor(Date.now() / 1000);

beforeAll(async () => {
  edge = await startEdge();
  const session = await edge.signIn();
  const claims = decode(session.access_token);
  const signedOut = await edge.signIn();
  await edge.fetch("/api/auth/logout?scope=local", { method: "POST", headers: bearer(signedOut) });
  const gone = await newcomer(edge);
  await edge.database.asOwner("delete from accounts where email = $1", [gone.email]);
  world = {
    session,
    claims,
    ours: createPrivateKey({ key: edge.signingKey as never, format: "jwk" }),
    header: { alg: "ES256", kid: "first", typ: "JWT" },
    foreign: decode((await edge.signIn(visitor)).access_token),
    ended: decode(signedOut.access_token),
    deleted: decode(gone.session.access_token),
  };
});
afterAll(() => edge.close());

const forgeries: [string, () => string | Promise<string>][] = [
  ["without a signature, algorithm none", () => `${encode({ ...world.header, alg: "none" })}.${parts()[1]}.`],
  ["algorithm None", () => `${encode({ ...world.header, alg: "None" })}.${parts()[1]}.`],
  [
    "algorithm none, with the signature of another",
    () => `${encode({ alg: "none" })}.${parts()[1]}.${parts()[2]}`,
  ],
  [
    "HS256 with the public key as JWK",
    () => hmac(JSON.stringify({ kty: "EC", crv: "P-256", x: edge.signingKey.x })),
  ],
  ["HS256 with the public key's bytes", () => hmac(Buffer.from(edge.signingKey.x as string, "base64url"))],
  ["HS256 with an empty secret", () => hmac("")],
  ["HS256 with the key's name", () => hmac("first")],
  ["HMAC that says ES256", () => hmac("first", "ES256")],
  [
    "RS256 of a key of somebody's",
    () => {
      const input = `${encode({ ...world.header, alg: "RS256" })}.${parts()[1]}`;
      return `${input}.${signWith("sha256", Buffer.from(input), rsa.privateKey).toString("base64url")}`;
    },
  ],
  [
    "EdDSA under the name of our ES256 key",
    () => {
      const input = `${encode({ ...world.header, alg: "EdDSA" })}.${parts()[1]}`;
      return `${input}.${signWith(null, Buffer.from(input), ed25519.privateKey).toString("base64url")}`;
    },
  ],
  ["algorithm ES384", () => withHeader({ alg: "ES384" })],
  ["algorithm in another case", () => withHeader({ alg: "es256" })],
  ["algorithm that is a list", () => withHeader({ alg: ["ES256"] })],
  ["without an algorithm", () => withHeader({ alg: undefined })],
  ["another key under our name", () => withHeader({}, theirs.privateKey)],
  ["unknown key", () => withHeader({ kid: "unknown" })],
  ["without a key's name", () => withHeader({ kid: undefined })],
  ["key's name that is a number", () => withHeader({ kid: 0 })],
  ["key's name that is a path", () => withHeader({ kid: "../../../dev/null" })],
  ["key's name that is a property of every object", () => withHeader({ kid: "__proto__" })],
  ["its own key along with it (jwk)", () => withHeader({ jwk: theirJwk }, theirs.privateKey)],
  [
    "the address of its keys (jku)",
    () => withHeader({ jku: "https://evil.example/jwks" }, theirs.privateKey),
  ],
  [
    "the address of its certificate (x5u)",
    () => withHeader({ x5u: "https://evil.example/x" }, theirs.privateKey),
  ],
  ["its certificate along with it (x5c)", () => withHeader({ x5c: ["MIIB"] }, theirs.privateKey)],
  ["a critical header that nobody knows", () => withHeader({ crit: ["urn:x"], "urn:x": true })],
  ["a critical header of unencoded payloads", () => withHeader({ crit: ["b64"], b64: false })],
  ["without a type", () => withHeader({ typ: undefined })],
  ["type of another kind of token", () => withHeader({ typ: "at+jwt" })],
  ...["iss", "aud", "sub", "exp", "nbf", "iat", "session_id"].map((claim): [string, () => string] => [
    `without ${claim}`,
    () => without(claim),
  ]),
  ["another issuer", () => withClaims({ iss: "https://evil.example/api/auth" })],
  ["issuer with a slash more", () => withClaims({ iss: `${origin}/api/auth/` })],
  ["another audience", () => withClaims({ aud: "anon" })],
  ["a list of audiences", () => withClaims({ aud: ["authenticated"] })],
  ["expired", () => withClaims({ exp: now() - 10 })],
  ["expiry that is text", () => withClaims({ exp: String(now() + 600) })],
  ["not valid yet", () => withClaims({ nbf: now() + 60 })],
  ["start that is text", () => withClaims({ nbf: "now" })],
  ["issue time that is text", () => withClaims({ iat: "now" })],
  ["account that is a number", () => withClaims({ sub: 1 })],
  ["account that is no UUID", () => withClaims({ sub: "' or true --" })],
  ["account that is a list", () => withClaims({ sub: [world.claims.sub] })],
  ["account of somebody else, with the own session", () => withClaims({ sub: world.foreign.sub })],
  [
    "session of somebody else, with the own account",
    () => withClaims({ session_id: world.foreign.session_id }),
  ],
  ["session that never was", () => withClaims({ session_id: crypto.randomUUID() })],
  ["session that is null", () => withClaims({ session_id: null })],
  ["session that was signed out", () => withClaims({ session_id: world.ended.session_id })],
  ["account that was deleted", () => token(world.header, { ...world.deleted, exp: now() + 600 })],
  [
    "claims of somebody else under the own signature",
    () => `${parts()[0]}.${encode(world.foreign)}.${parts()[2]}`,
  ],
  ["claims that are a list", () => token(world.header, [world.claims])],
  ["claims that are null", () => token(world.header, null)],
  ["claims that are no JSON", () => `${parts()[0]}.${Buffer.from("{").toString("base64url")}.${parts()[2]}`],
  ["an empty signature", () => `${parts()[0]}.${parts()[1]}.`],
  ["a signature of zeros", () => `${parts()[0]}.${parts()[1]}.${Buffer.alloc(64).toString("base64url")}`],
  ["a shortened signature", () => world.session.access_token.slice(0, -4)],
  ["two parts", () => `${parts()[0]}.${parts()[1]}`],
  ["four parts", () => `${world.session.access_token}.${parts()[2]}`],
  [
    "an encrypted token",
    () =>
      new CompactEncrypt(Buffer.from(JSON.stringify(world.claims)))
        .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: "first", typ: "JWT" })
        .encrypt(Buffer.alloc(32)),
  ],
  ["all letters small", () => world.session.access_token.toLowerCase()],
  ["a huge token", () => withHeader({ pad: "x".repeat(12_000) }, theirs.privateKey)],
  ["the refresh token", () => world.session.refresh_token],
  ["nothing but dots", () => ".."],
];

describe("an access token that is right opens every door", () => {
  test("so that each refusal below has its own reason", async () => {
    for (const right of [world.session.access_token, token(world.header, world.claims)]) {
      for (const path of ["/api/profile", "/api/submissions", "/api/auth/user"]) {
        expect((await edge.fetch(path, { headers: { Authorization: `Bearer ${right}` } })).status).toBe(200);
      }
    }
  });
});

describe(`none of ${forgeries.length} kinds of forged access tokens opens any`, () => {
  test.each(forgeries)("%s", async (_, forge) => {
    const headers = { Authorization: `Bearer ${await forge()}` };
    for (const path of ["/api/profile", "/api/submissions"]) {
      expect((await edge.fetch(path, { headers })).status).toBe(401);
    }
    expect((await edge.fetch("/api/auth/user", { headers })).status).toBe(403);
    expect((await edge.fetch("/api/auth/logout", { method: "POST", headers })).status).toBe(403);
  });

  test.each([
    "admin",
    "service_role",
    "supabase_admin",
    "postgres",
    ["admin"],
    { admin: true },
    null,
    undefined,
  ])(
    "nor does one of a user's with the role %j open the inbox, though our own key has signed it",
    async (role) => {
      const greedy = {
        role,
        user_role: "admin",
        aal: "aal2",
        app_metadata: { role: "admin" },
        is_admin: true,
      };
      const right = token(world.header, { ...world.foreign, ...greedy });
      const headers = { Authorization: `Bearer ${right}` };
      const statuses = await Promise.all(
        ["/api/submissions", "/api/submissions/counts", "/api/submissions/export.csv", "/api/profile"].map(
          async (path) => (await edge.fetch(path, { headers })).status,
        ),
      );
      expect(statuses).toEqual([403, 403, 403, 200]);
      expect(await (await edge.fetch("/api/profile", { headers })).json()).toMatchObject({ role: "user" });
      const user = await edge.fetch("/api/auth/user", { headers });
      expect(await user.json()).toMatchObject({ role: "authenticated", email: visitor.email });
    },
  );

  test("nor does a right one where it does not belong", async () => {
    const { access_token: right } = world.session;
    for (const headers of [
      { Authorization: right },
      { Authorization: `Basic ${right}` },
      { Authorization: `Bearer ${right} ${right}` },
      { Cookie: `access_token=${right}` },
      { apikey: right },
    ]) {
      expect((await edge.fetch("/api/profile", { headers: headers as Record<string, string> })).status).toBe(
        401,
      );
    }
    expect((await edge.fetch(`/api/profile?access_token=${right}`)).status).toBe(401);
  });

  test("and none of them has ended the session", async () => {
    expect((await edge.fetch("/api/profile", { headers: bearer(world.session) })).status).toBe(200);
  });
});
