import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueAccessToken } from "#functions/kernel/crypto/access-tokens.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { tagRefreshToken } from "#functions/kernel/crypto/links.ts";
import { createCaller, createEmail, goodPassword, waitForMail, waitForMails } from "../support/accounts.ts";
import { type Edge, startEdge } from "../support/edge.ts";
import { bearer, json, origin, type SessionResponse } from "../support/requests.ts";
import { runNode } from "../support/run-node.ts";
import { visitor } from "../support/seeded-people.ts";
import { createTestFolder } from "../support/test-folder.ts";

// Rotates and revokes keys with the command, on the deployed bundle, while users are signed in.

/** Size of each group of browsers: idle, with a lost refresh answer, and refreshing during a deployment. */
const groupSize = 20;

let edge: Edge;
const folder = createTestFolder();
let file: string;
beforeAll(async () => {
  edge = await startEdge();
  file = join(folder, "production.env");
  await writeFile(file, `AUTH_KEYS='${edge.bindings.AUTH_KEYS}'\n`);
});
afterAll(() => edge.close());

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const refresh = (token: string) =>
  edge.fetch("/api/auth/token?grant_type=refresh_token", json({ refresh_token: token }));
const getProfileStatus = async (session: Pick<SessionResponse, "access_token">) =>
  (await edge.fetch("/api/profile", { headers: bearer(session) })).status;
const getSigner = ({ access_token }: SessionResponse) => decodeProtectedHeader(access_token).kid;

/** The last refresh token that a browser received, and its session. */
type BrowserTokens = { refreshToken: string; session: SessionResponse };

/** Refreshes and stores the answer, like a browser; returns false when the browser is signed out. */
async function renew(browser: BrowserTokens): Promise<boolean> {
  const response = await refresh(browser.refreshToken);
  if (!response.ok) return false;
  browser.session = (await response.json()) as SessionResponse;
  browser.refreshToken = browser.session.refresh_token;
  return true;
}

/** Creates a session like a sign-in, without the cost of a password hash. */
async function openBrowser(): Promise<BrowserTokens> {
  const { signing } = await parseSigningKeys(await readKeys());
  const sessionId = randomUUID();
  const token = await tagRefreshToken(signing.refreshSecret, randomBytes(32).toString("base64url"));
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
async function runKeys(action: string): Promise<string> {
  const { code, stdout } = await runNode(["local/commands/keys.ts", action, file], {
    ...{ CLOUDFLARE_ACCOUNT_ID: "", CLOUDFLARE_API_TOKEN: "" },
    ...{ DATABASE_URL: edge.database.ownerUrl, DATABASE_FETCH_ENDPOINT: edge.database.endpoint },
  });
  // Without a Cloudflare account, a revocation exits with 1, because the site is not deployed yet.
  expect([action, code]).toEqual([action, action === "revoke" ? 1 : 0]);
  return stdout;
}
const readKeys = async () => parseEnv(await readFile(file, "utf8")).AUTH_KEYS ?? "";
const deploy = async () => edge.redeploy({ AUTH_KEYS: await readKeys() });
const listPublishedKeys = async () => {
  const { keys } = (await (await edge.fetch("/api/auth/.well-known/jwks.json")).json()) as {
    keys: { kid: string }[];
  };
  return keys.map(({ kid }) => kid);
};

/** Skips the hour in which a new key is published but does not sign. */
async function skipAnHour(): Promise<void> {
  const { keys: keySet } = JSON.parse(await readKeys());
  const [newest, ...older] = keySet.map((key: { nbf?: number; exp?: number }) => ({
    ...key,
    ...(key.nbf && { nbf: key.nbf - 3_601 }),
    ...(key.exp && { exp: key.exp - 3_601 }),
  }));
  await writeFile(file, `AUTH_KEYS='${JSON.stringify({ keys: [newest, ...older] })}'\n`);
}

/** Refreshes every browser; returns how many are signed out. */
async function countSignedOut(browsers: BrowserTokens[]): Promise<number> {
  const states = await Promise.all(
    browsers.map(
      async (browser) => (await renew(browser)) && (await getProfileStatus(browser.session)) === 200,
    ),
  );
  return states.filter((isSignedIn) => !isSignedIn).length;
}

test("a rotation of keys keeps every session; a revocation ends them all, and users sign in again", async () => {
  const openGroup = () => Promise.all(Array.from({ length: groupSize }, openBrowser));
  const [idleBrowsers, unansweredBrowsers, refreshingBrowsers] = [
    await openGroup(),
    await openGroup(),
    await openGroup(),
  ];
  const allBrowsers = [...idleBrowsers, ...unansweredBrowsers, ...refreshingBrowsers];
  for (const { refreshToken } of unansweredBrowsers) expect((await refresh(refreshToken)).status).toBe(200);
  const sessionsBefore = allBrowsers.map(({ session }) => session);
  const [pendingEmail, senderEmail] = [createEmail(), createEmail()];
  await createCaller(edge).call("/signup", { email: pendingEmail, password: goodPassword });
  const oldLink = await waitForMail(edge, pendingEmail);
  await edge.fetch("/api/contact", json({ name: "Ana", email: senderEmail }));
  const findOwnToken = async () =>
    /#token=([\w-]+)/.exec((await waitForMails(edge, senderEmail))[0]?.text ?? "")?.[1];
  const senderToken = await findOwnToken();
  const getOwnMessageStatus = async () =>
    (await edge.fetch("/api/contact/own", json({ token: senderToken }))).status;
  const answerId = randomUUID();
  await edge.database.asOwner(
    `with message as (
       insert into contact_submissions (id, name, email) values (gen_random_uuid(), 'Luz', 'luz@cliente.example') returning id
     ), answer as (
       insert into conversation_entries (id, submission_id, kind, text, language, delivery, link_hash)
       select $1, id, 'answer', 'Hola', 'es', 'waiting', decode($2, 'hex') from message returning id
     )
     insert into outgoing_mails (id, kind, next_attempt_at, payload)
     select id, 'answer', now() + interval '1 day', '{"kid": "first"}' from answer`,
    [answerId, sha256("A".repeat(43))],
  );
  const getConversationStatus = async () =>
    (await edge.fetch("/api/conversation", json({ token: "A".repeat(43) }))).status;
  const listCredentials = () =>
    edge.database.asOwner(
      "select accounts.password_hash, passkeys.* from accounts left join passkeys on account_id = accounts.id order by accounts.id, passkeys.id",
    );
  await edge.database.asOwner(
    `insert into passkeys (id, account_id, credential_id, public_key, sign_count, trusted_from)
      select gen_random_uuid(), id, sha256('a'), sha256('b'), 0, now() from accounts where email = $1`,
    [visitor.email],
  );
  const credentialsBefore = await listCredentials();

  // Rotation, first half: the edge publishes the new key, which does not sign yet.
  await runKeys("rotate");
  const firstRefreshes = refreshingBrowsers.map((browser) => renew(browser).catch(() => null));
  await deploy();
  await Promise.all(firstRefreshes);
  const [announcedKey] = JSON.parse(await readKeys()).keys as { kid: string }[];
  expect(await listPublishedKeys()).toEqual(["first", announcedKey?.kid]);
  expect(await countSignedOut(idleBrowsers)).toBe(0);
  expect(new Set(idleBrowsers.map(({ session }) => getSigner(session)))).toEqual(new Set(["first"]));

  // Second half: the new key signs. Tokens of the old key stay valid until they expire.
  await skipAnHour();
  const secondRefreshes = refreshingBrowsers.map((browser) => renew(browser).catch(() => null));
  await deploy();
  await Promise.all(secondRefreshes);
  expect(await listPublishedKeys()).toEqual([announcedKey?.kid, "first"]);
  expect(new Set(sessionsBefore.map(getSigner))).toEqual(new Set(["first"]));
  expect(new Set(await Promise.all(sessionsBefore.map(getProfileStatus)))).toEqual(new Set([200]));
  const lostCount = await countSignedOut(allBrowsers);
  expect(`${lostCount} of ${allBrowsers.length} sessions lost`).toBe(`0 of ${3 * groupSize} sessions lost`);
  expect(await countSignedOut(allBrowsers)).toBe(0);
  expect(new Set(allBrowsers.map(({ session }) => getSigner(session)))).toEqual(new Set([announcedKey?.kid]));
  expect([await getOwnMessageStatus(), await getConversationStatus()]).toEqual([200, 200]);

  // Revocation: the command ends the sessions, even before the site is deployed.
  const leakedKeys = await parseSigningKeys(await readKeys());
  const revocation = await runKeys("revoke");
  expect(revocation).toContain(`Ended: ${allBrowsers.length} sessions`);
  expect(revocation).toContain("The revocation is not final: the live site still accepts the old key");
  expect(new Set(await Promise.all(allBrowsers.map(({ session }) => getProfileStatus(session))))).toEqual(
    new Set([401]),
  );
  await deploy();
  const [newKey] = JSON.parse(await readKeys()).keys as { kid: string }[];
  expect(await listPublishedKeys()).toEqual([newKey?.kid]);
  expect(await countSignedOut(allBrowsers)).toBe(allBrowsers.length);
  const verification = await createCaller(edge).call("/verify", {
    type: "signup",
    token_hash: oldLink.token,
  });
  expect([verification.ok, await getOwnMessageStatus(), await getConversationStatus()]).toEqual([
    false,
    404,
    404,
  ]);
  // The waiting answer leaves without its link.
  expect(await edge.database.asOwner("select payload from outgoing_mails where id = $1", [answerId])).toEqual(
    [{ payload: {} }],
  );

  // Users sign in again with their credentials. A token that the leaked key signs for such a session is invalid.
  expect(await listCredentials()).toEqual(credentialsBefore);
  const newSession = await edge.signIn(visitor);
  expect([await getProfileStatus(newSession), getSigner(newSession)]).toEqual([200, newKey?.kid]);
  const { sub: accountId = "", session_id: sessionId } = decodeJwt<{ session_id: string }>(
    newSession.access_token,
  );
  const { token } = await issueAccessToken(leakedKeys, `${origin}/api/auth`, {
    ...{ accountId, sessionId, email: visitor.email },
  });
  expect(await getProfileStatus({ access_token: token })).toBe(401);
  const [eventCount] = await edge.database.asOwner(
    "select count(*)::int as many from account_events where kind = 'session_ended' and detail = '{\"by\": \"operator\"}'",
  );
  expect(eventCount).toEqual({ many: allBrowsers.length });
}, 180_000);
