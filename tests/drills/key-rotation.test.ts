import { execFile } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueAccessToken } from "#functions/kernel/crypto/access-tokens.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { callerOf, freshEmail, goodPassword, mailsTo, mailTo } from "../support/accounts.ts";
import { type Edge, startEdge } from "../support/edge.ts";
import { bearer, json, origin, type SessionResponse } from "../support/requests.ts";
import { visitor } from "../support/seeded-people.ts";

// Rotates and revokes keys with the command, on the deployed bundle, while users are signed in.

/** Size of each group of browsers: idle, with a lost refresh answer, and refreshing during a deployment. */
const many = 20;

let edge: Edge;
let folder: string;
let file: string;
beforeAll(async () => {
  edge = await startEdge();
  folder = await mkdtemp(join(tmpdir(), "vitrina-drill-"));
  file = join(folder, "production.env");
  await writeFile(file, `AUTH_KEYS='${edge.bindings.AUTH_KEYS}'\n`);
});
afterAll(async () => {
  await edge.close();
  await rm(folder, { recursive: true, force: true });
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const refresh = (token: string) =>
  edge.fetch("/api/auth/token?grant_type=refresh_token", json({ refresh_token: token }));
const profile = async (session: Pick<SessionResponse, "access_token">) =>
  (await edge.fetch("/api/profile", { headers: bearer(session) })).status;
const signerOf = ({ access_token }: SessionResponse) => decodeProtectedHeader(access_token).kid;

/** The last refresh token that a browser received, and its session. */
type Browser = { refreshToken: string; session: SessionResponse };

/** Refreshes and stores the answer, like a browser; returns false when the browser is signed out. */
async function renew(browser: Browser): Promise<boolean> {
  const response = await refresh(browser.refreshToken);
  if (!response.ok) return false;
  browser.session = (await response.json()) as SessionResponse;
  browser.refreshToken = browser.session.refresh_token;
  return true;
}

/** Creates a session like a sign-in, without the cost of a password hash. */
async function openBrowser(): Promise<Browser> {
  const [sessionId, token] = [randomUUID(), randomBytes(32).toString("base64url")];
  await edge.database.asOwner(
    `with session as (
       insert into sessions (id, account_id) select $1, id from accounts where email = $2 returning id
     )
     insert into refresh_tokens (token_hash, session_id) select decode($3, 'hex'), id from session`,
    [sessionId, visitor.email, sha256(token)],
  );
  const browser = { refreshToken: token, session: {} as SessionResponse };
  expect(await renew(browser)).toBe(true);
  return browser;
}

/** Runs `npm run keys -- …` on the site's values; returns its output. */
async function keys(action: string): Promise<string> {
  const env = {
    ...process.env,
    ...{ CLOUDFLARE_ACCOUNT_ID: "", CLOUDFLARE_API_TOKEN: "" },
    ...{ DATABASE_URL: edge.database.ownerUrl, DATABASE_FETCH_ENDPOINT: edge.database.endpoint },
  };
  // Without a Cloudflare account, a revocation exits with 1, because the site is not deployed yet.
  const { stdout } = await promisify(execFile)(process.execPath, ["local/commands/keys.ts", action, file], {
    env,
  }).catch((error) => {
    if (action === "revoke" && error.code === 1) return error as { stdout: string };
    throw error;
  });
  return stdout;
}
const keysNow = async () => parseEnv(await readFile(file, "utf8")).AUTH_KEYS ?? "";
const deploy = async () => edge.redeploy({ AUTH_KEYS: await keysNow() });
const published = async () => {
  const { keys } = (await (await edge.fetch("/api/auth/.well-known/jwks.json")).json()) as {
    keys: { kid: string }[];
  };
  return keys.map(({ kid }) => kid);
};

/** Skips the hour in which a new key is published but does not sign. */
async function anHourLater(): Promise<void> {
  const { keys: set } = JSON.parse(await keysNow());
  const [newest, ...older] = set.map((key: { nbf?: number; exp?: number }) => ({
    ...key,
    ...(key.nbf && { nbf: key.nbf - 3_601 }),
    ...(key.exp && { exp: key.exp - 3_601 }),
  }));
  await writeFile(file, `AUTH_KEYS='${JSON.stringify({ keys: [newest, ...older] })}'\n`);
}

/** Refreshes every browser; returns how many are signed out. */
async function signedOut(browsers: Browser[]): Promise<number> {
  const there = await Promise.all(
    browsers.map(async (browser) => (await renew(browser)) && (await profile(browser.session)) === 200),
  );
  return there.filter((each) => !each).length;
}

test("a rotation of keys keeps every session; a revocation ends them all, and users sign in again", async () => {
  const group = () => Promise.all(Array.from({ length: many }, openBrowser));
  const [resting, unheard, refreshing] = [await group(), await group(), await group()];
  const everyone = [...resting, ...unheard, ...refreshing];
  for (const { refreshToken } of unheard) expect((await refresh(refreshToken)).status).toBe(200);
  const before = everyone.map(({ session }) => session);
  const [pending, sender] = [freshEmail(), freshEmail()];
  await callerOf(edge).call("/signup", { email: pending, password: goodPassword });
  const oldLink = await mailTo(edge, pending);
  await edge.fetch("/api/contact", json({ name: "Ana", email: sender }));
  const ownToken = async () => /#token=([\w-]+)/.exec((await mailsTo(edge, sender))[0]?.text ?? "")?.[1];
  const senderToken = await ownToken();
  const ownMessage = async () => (await edge.fetch("/api/contact/own", json({ token: senderToken }))).status;
  const credentials = () =>
    edge.database.asOwner(
      "select accounts.password_hash, passkeys.* from accounts left join passkeys on account_id = accounts.id order by accounts.id, passkeys.id",
    );
  await edge.database.asOwner(
    `insert into passkeys (id, account_id, credential_id, public_key, sign_count, answered_until)
      select gen_random_uuid(), id, sha256('a'), sha256('b'), 0, now() from accounts where email = $1`,
    [visitor.email],
  );
  const credentialsBefore = await credentials();

  // Rotation, first half: the edge publishes the new key, which does not sign yet.
  await keys("rotate");
  const inTheMiddle = refreshing.map((browser) => renew(browser).catch(() => null));
  await deploy();
  await Promise.all(inTheMiddle);
  const [announced] = JSON.parse(await keysNow()).keys as { kid: string }[];
  expect(await published()).toEqual(["first", announced?.kid]);
  expect(await signedOut(resting)).toBe(0);
  expect(new Set(resting.map(({ session }) => signerOf(session)))).toEqual(new Set(["first"]));

  // Second half: the new key signs. Tokens of the old key stay valid until they expire.
  await anHourLater();
  const again = refreshing.map((browser) => renew(browser).catch(() => null));
  await deploy();
  await Promise.all(again);
  expect(await published()).toEqual([announced?.kid, "first"]);
  expect(new Set(before.map(signerOf))).toEqual(new Set(["first"]));
  expect(new Set(await Promise.all(before.map(profile)))).toEqual(new Set([200]));
  const lost = await signedOut(everyone);
  expect(`${lost} of ${everyone.length} sessions lost`).toBe(`0 of ${3 * many} sessions lost`);
  expect(await signedOut(everyone)).toBe(0);
  expect(new Set(everyone.map(({ session }) => signerOf(session)))).toEqual(new Set([announced?.kid]));
  expect(await ownMessage()).toBe(200);

  // Revocation: the command ends the sessions, even before the site is deployed.
  const leaked = await parseSigningKeys(await keysNow());
  const revoked = await keys("revoke");
  expect(revoked).toContain(`Ended: ${everyone.length} sessions`);
  expect(revoked).toContain("The revocation is not final: the live site still accepts the old key");
  expect(new Set(await Promise.all(everyone.map(({ session }) => profile(session))))).toEqual(new Set([401]));
  await deploy();
  const [only] = JSON.parse(await keysNow()).keys as { kid: string }[];
  expect(await published()).toEqual([only?.kid]);
  expect(await signedOut(everyone)).toBe(everyone.length);
  const spent = await callerOf(edge).call("/verify", { type: "signup", token_hash: oldLink.token });
  expect([spent.ok, await ownMessage()]).toEqual([false, 404]);

  // Users sign in again with their credentials. A token that the leaked key signs for such a session is invalid.
  expect(await credentials()).toEqual(credentialsBefore);
  const anew = await edge.signIn(visitor);
  expect([await profile(anew), signerOf(anew)]).toEqual([200, only?.kid]);
  const { sub: accountId = "", session_id: sessionId } = decodeJwt<{ session_id: string }>(anew.access_token);
  const { token } = await issueAccessToken(leaked, `${origin}/api/auth`, {
    ...{ accountId, sessionId, email: visitor.email },
  });
  expect(await profile({ access_token: token })).toBe(401);
  const [told] = await edge.database.asOwner(
    "select count(*)::int as many from account_events where kind = 'session_ended' and detail = '{\"by\": \"operator\"}'",
  );
  expect(told).toEqual({ many: everyone.length });
}, 180_000);
