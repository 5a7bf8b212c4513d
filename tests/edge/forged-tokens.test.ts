import { decodeJwt, importJWK, type JWTPayload, SignJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { createConfirmedUser } from "../support/accounts.ts";
import { startEdge } from "../support/edge.ts";
import { bearer, type SessionResponse } from "../support/requests.ts";
import { visitor } from "../support/seeded-people.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
let session: SessionResponse;
let claims: JWTPayload;
/** Claims of the active session of a user who is not an administrator. */
let otherClaims: JWTPayload;
let endedClaims: JWTPayload;
let deletedClaims: JWTPayload;
beforeAll(async () => {
  session = await edge.signIn();
  claims = decodeJwt(session.access_token);
  otherClaims = decodeJwt((await edge.signIn(visitor)).access_token);
  const signedOutSession = await edge.signIn();
  await edge.fetch("/api/auth/logout?scope=local", { method: "POST", headers: bearer(signedOutSession) });
  endedClaims = decodeJwt(signedOutSession.access_token);
  const deletedPerson = await createConfirmedUser(edge);
  await edge.database.asOwner("delete from accounts where email = $1", [deletedPerson.email]);
  deletedClaims = decodeJwt(deletedPerson.session.access_token);
});

/** Signs with the edge's own key. */
const sign = async (payload: JWTPayload) =>
  new SignJWT(payload)
    .setProtectedHeader({ alg: "ES256", kid: "first", typ: "JWT" })
    .sign(await importJWK(edge.signingKey, "ES256"));
const getNowSeconds = () => Math.floor(Date.now() / 1000);

test("a valid access token opens every call, so that each rejection below has its own reason", async () => {
  for (const token of [session.access_token, await sign(claims)]) {
    const headers = { Authorization: `Bearer ${token}` };
    for (const path of ["/api/profile", "/api/submissions", "/api/auth/user"]) {
      expect((await edge.fetch(path, { headers })).status).toBe(200);
    }
  }
});

// `tests/unit/functions/access-tokens.test.ts` has the forgeries that the token alone reveals.
describe("no call accepts an access token", () => {
  test.each<[string, () => string | Promise<string>]>([
    ["without a valid signature", () => session.access_token.slice(0, -4)],
    ["that has expired", () => sign({ ...claims, exp: getNowSeconds() - 10 })],
    ["of another account with the own session", () => sign({ ...claims, sub: otherClaims.sub as string })],
    [
      "of the own account with another's session",
      () => sign({ ...claims, session_id: otherClaims.session_id }),
    ],
    ["of an unknown session", () => sign({ ...claims, session_id: crypto.randomUUID() })],
    ["of a session that was signed out", () => sign({ ...claims, session_id: endedClaims.session_id })],
    ["of an account that was deleted", () => sign({ ...deletedClaims, exp: getNowSeconds() + 600 })],
    ["that is the refresh token", () => session.refresh_token],
  ])("%s", async (_, forge) => {
    const headers = { Authorization: `Bearer ${await forge()}` };
    for (const path of ["/api/profile", "/api/submissions"]) {
      expect((await edge.fetch(path, { headers })).status).toBe(401);
    }
    expect((await edge.fetch("/api/auth/user", { headers })).status).toBe(403);
    expect((await edge.fetch("/api/auth/logout", { method: "POST", headers })).status).toBe(403);
  });

  test("outside of the Authorization header or with another scheme", async () => {
    const { access_token: token } = session;
    for (const headers of [
      { Authorization: token },
      { Authorization: `Basic ${token}` },
      { Authorization: `Bearer ${token} ${token}` },
      { Cookie: `access_token=${token}` },
      { apikey: token },
    ] as Record<string, string>[]) {
      expect((await edge.fetch("/api/profile", { headers })).status).toBe(401);
    }
    expect((await edge.fetch(`/api/profile?access_token=${token}`)).status).toBe(401);
  });

  test("and none of these attempts ends the session", async () => {
    expect((await edge.fetch("/api/profile", { headers: bearer(session) })).status).toBe(200);
  });
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
  "a user whose token claims the role %j does not read the inbox, although the edge's own key signed it",
  async (role) => {
    const rights = { role, user_role: "admin", aal: "aal2", app_metadata: { role: "admin" }, is_admin: true };
    const headers = { Authorization: `Bearer ${await sign({ ...otherClaims, ...rights })}` };
    const get = (path: string) => edge.fetch(path, { headers });
    for (const path of ["", "/counts", "/export.csv"]) {
      expect((await get(`/api/submissions${path}`)).status).toBe(403);
    }
    expect(await (await get("/api/profile")).json()).toMatchObject({ role: "user" });
    expect(await (await get("/api/auth/user")).json()).toMatchObject({
      role: "authenticated",
      email: visitor.email,
    });
  },
);
