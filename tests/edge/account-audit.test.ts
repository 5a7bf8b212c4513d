import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, test } from "vitest";
import { grantAdministrator, revokeAdministrator } from "#local/commands/administrators.ts";
import {
  createCaller,
  createConfirmedUser,
  createEmail,
  findAccountRow,
  forgetLimits,
  goodPassword,
  signUp,
  waitForMail,
  wrongLink,
} from "../support/accounts.ts";
import { startEdge } from "../support/edge.ts";
import { bearer, json, type SessionResponse } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";
import { createSigningKey } from "../support/signing-key.ts";
import { nightlyTest, startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);

type AuditEvent = { kind: string; session_id: string | null; client_address: string | null; detail: unknown };
const listEvents = async (accountId: string) =>
  (await edge.database.asOwner(
    "select * from account_events where account_id = $1 order by created_at, kind",
    [accountId],
  )) as AuditEvent[];
const listEventKinds = async (accountId: string) => (await listEvents(accountId)).map(({ kind }) => kind);
const refresh = (refreshToken: string) =>
  createCaller(edge).call("/token?grant_type=refresh_token", { refresh_token: refreshToken });
const otherPassword = "un río y tres volcanes";
const toArea = ({ address }: { address: string }) => address.replace(/\.\d+$/, ".0/24");
const getSessionId = ({ access_token }: { access_token: string }) =>
  String(decodeJwt(access_token).session_id);
const getProfileStatus = async (session: { access_token: string }) =>
  (await edge.fetch("/api/profile", { headers: bearer(session) })).status;

describe("the audit", () => {
  test("records the whole life of an account without secrets or full addresses", async () => {
    const person = await createConfirmedUser(edge);
    const { id } = person.session.user;
    expect(await listEventKinds(id)).toEqual(["signed_up", "confirmed", "signed_in"]);

    await person.client().signInWithPassword({ ...person, password: "wrong password 1" });
    const otherClient = person.client();
    await otherClient.signInWithPassword(person);
    await otherClient.signOut({ scope: "local" });
    const laterSession = (await person.client().signInWithPassword(person)).data
      .session as unknown as SessionResponse;
    await person.auth.updateUser({ password: otherPassword, current_password: goodPassword });
    expect((await listEventKinds(id)).slice(3)).toEqual([
      "sign_in_failed",
      "signed_in",
      "signed_out",
      "signed_in",
      "session_ended",
      "password_changed",
    ]);
    const endEvent = (await listEvents(id)).find(({ kind }) => kind === "session_ended");
    expect(endEvent?.session_id).toBe(getSessionId(laterSession));

    const newEmail = createEmail();
    await person.auth.updateUser({ email: newEmail, current_password: otherPassword });
    const [current, newAddressMail] = [
      await waitForMail(edge, person.email, 3),
      await waitForMail(edge, newEmail),
    ];
    await person.call("/verify", { type: "email_change", token_hash: current.token });
    await person.call("/verify", { type: "email_change", token_hash: newAddressMail.token });
    await forgetLimits(edge);
    await person.call("/recover", { email: newEmail });
    const owner = { databaseUrl: edge.database.ownerUrl, fetchEndpoint: edge.database.endpoint };
    const account = await findAccountRow(edge, newEmail);
    await grantAdministrator(owner, newEmail);
    await revokeAdministrator(owner, newEmail);
    // A change of the role removes the password and the sessions.
    await edge.database.asOwner("update accounts set password_hash = $2 where email = $1", [
      newEmail,
      account?.password_hash,
    ]);
    const { data } = await person.auth.signInWithPassword({ email: newEmail, password: otherPassword });
    await person.call("/user", { current_password: otherPassword }, bearer(data.session as never), "DELETE");
    expect((await listEventKinds(id)).slice(9)).toEqual([
      "email_change_requested",
      "email_changed",
      "signed_in",
      "recovery_requested",
      "role_changed",
      "first_passkey_opened",
      "role_changed",
      "signed_in",
      "account_deleted",
    ]);

    const events = await listEvents(id);
    expect(new Set(events.map(({ client_address }) => client_address))).toEqual(
      new Set([toArea(person), null]),
    );
    const eventsJson = JSON.stringify(events);
    for (const secret of [
      person.email,
      newEmail,
      goodPassword,
      otherPassword,
      "wrong password 1",
      person.address,
      person.session.refresh_token,
      person.session.access_token,
      current.token,
      current.code,
      "argon2",
    ]) {
      expect(eventsJson).not.toContain(secret);
    }
  });

  test("records failures at addresses without an account, but not the addresses, and when a backoff began", async () => {
    const email = createEmail();
    const caller = createCaller(edge);
    for (let round = 0; round < 11; round += 1)
      await caller.call("/token?grant_type=password", { email, password: "wrong" });
    const rows = await edge.database.asOwner(
      "select kind, account_id, count(*)::int as times from account_events where client_address = $1 group by 1, 2 order by 1",
      [toArea(caller)],
    );
    expect(rows).toEqual([
      { kind: "limited", account_id: null, times: 1 },
      { kind: "sign_in_failed", account_id: null, times: 11 },
    ]);
    expect(JSON.stringify(await edge.database.asOwner("select * from account_events"))).not.toContain(email);
  });

  test("records wrong links and codes, their possible account, and when a backoff began", async () => {
    const { email, call, mail } = await signUp(edge);
    const [account] = await edge.database.asOwner("select id from accounts where email = $1", [email]);
    const guesser = createCaller(edge);
    const guess = (fields: object) => guesser.call("/verify", { type: "signup", ...fields });
    const wrongCode = mail.code === "000000" ? "000001" : "000000";
    for (let round = 0; round < 6; round += 1) await guess({ email, token: wrongCode });
    await guess({ email: createEmail(), token: wrongCode });
    for (let round = 0; round < 24; round += 1) await guess({ token_hash: wrongLink });
    expect(await listEventKinds(account?.id as string)).toEqual([
      "signed_up",
      ...Array(6).fill("sign_in_failed"),
    ]);
    const rows = await edge.database.asOwner(
      `select kind, count(*)::int as times from account_events
       where client_address = $1 and account_id is null group by 1 order by 1`,
      [toArea(guesser)],
    );
    expect(rows).toEqual([
      { kind: "limited", times: 1 },
      { kind: "sign_in_failed", times: 25 },
    ]);
    await call("/verify", { type: "signup", token_hash: mail.token });
    expect((await listEventKinds(account?.id as string)).slice(7)).toEqual(["confirmed", "signed_in"]);
  });

  test("records the reuse of a refresh token", async () => {
    const person = await createConfirmedUser(edge);
    const firstToken = person.session.refresh_token;
    const secondToken = ((await (await refresh(firstToken)).json()) as SessionResponse).refresh_token;
    await refresh(secondToken);
    expect((await refresh(firstToken)).status).toBe(400);
    const reuseEvents = (await listEvents(person.session.user.id)).filter(
      ({ kind }) => kind === "refresh_reused",
    );
    expect(reuseEvents).toHaveLength(1);
    expect(await getProfileStatus(person.session)).toBe(401);
  });
});

describe("a new signing key, put first", () => {
  test("signs from now on; sessions, links and codes of the one before still work, until it is taken out", async () => {
    const person = await createConfirmedUser(edge);
    const [linkSignUp, codeSignUp] = [await signUp(edge), await signUp(edge)];
    const secondKey = await createSigningKey("second");
    await edge.redeploy({ AUTH_KEYS: JSON.stringify({ keys: [secondKey, edge.signingKey] }) });

    const getKeyId = (session: { access_token: string }) => decodeProtectedHeader(session.access_token).kid;
    expect(await getProfileStatus(person.session)).toBe(200);
    const nextSession = (await (await refresh(person.session.refresh_token)).json()) as SessionResponse;
    expect([getKeyId(person.session), getKeyId(nextSession), await getProfileStatus(nextSession)]).toEqual([
      "first",
      "second",
      200,
    ]);
    const { call } = createCaller(edge);
    expect((await call("/verify", { type: "signup", token_hash: linkSignUp.mail.token })).status).toBe(200);
    const codeAnswer = await call("/verify", {
      type: "signup",
      email: codeSignUp.email,
      token: codeSignUp.mail.code,
    });
    expect(codeAnswer.status).toBe(200);
    const jwks = (await (await edge.fetch("/api/auth/.well-known/jwks.json")).json()) as { keys: object[] };
    expect(jwks.keys.map((key) => Object.keys(key).includes("d"))).toEqual([false, false]);

    await edge.redeploy({ AUTH_KEYS: JSON.stringify({ keys: [secondKey] }) });
    expect([await getProfileStatus(person.session), await getProfileStatus(nextSession)]).toEqual([401, 200]);
    await edge.redeploy({});
  });
});

describe("the limits of a session", () => {
  nightlyTest("follow the environment", async () => {
    await edge.redeploy({ SESSION_IDLE_DAYS: "2", SESSION_ABSOLUTE_DAYS: "5" });
    const session = await edge.signIn();
    const move = (column: string, days: number) =>
      edge.database.asOwner(
        `update sessions set ${column} = now() - make_interval(days => $1::int) where account_id = $2 and ended_at is null`,
        [days, session.user.id],
      );
    await move("last_used_at", 1);
    expect(await getProfileStatus(session)).toBe(200);
    await move("last_used_at", 3);
    expect(await getProfileStatus(session)).toBe(401);
    await move("last_used_at", 0);
    await move("created_at", 6);
    expect(await getProfileStatus(session)).toBe(401);
    expect((await refresh(session.refresh_token)).status).toBe(400);
    await edge.redeploy({});
    expect((await edge.signIn(administrator)).access_token).toBeTruthy();
  });

  test("apply to a sign-out: an expired session ends no other session", async () => {
    const [expiredSession, otherSession] = [await edge.signIn(), await edge.signIn()];
    await edge.database.asOwner("update sessions set created_at = now() - interval '91 days' where id = $1", [
      getSessionId(expiredSession),
    ]);
    for (const scope of ["global", "others", "local"]) {
      const rejected = await edge.fetch(`/api/auth/logout?scope=${scope}`, json({}, bearer(expiredSession)));
      expect([scope, rejected.status]).toEqual([scope, 403]);
    }
    expect(
      await edge.database.asOwner("select ended_at from sessions where id = any($1::uuid[])", [
        [getSessionId(expiredSession), getSessionId(otherSession)],
      ]),
    ).toEqual([{ ended_at: null }, { ended_at: null }]);
    expect(await getProfileStatus(otherSession)).toBe(200);
  });

  test("apply to the effect of a call, not only to its answer", async () => {
    const session = await edge.signIn();
    const contactAnswer = await edge.fetch(
      "/api/contact",
      json({ name: "Ana", email: "ana@cliente.example", message: "Hola" }),
    );
    const { id } = (await contactAnswer.json()) as { id: string };
    await edge.database.asOwner(
      "update sessions set created_at = now() - interval '91 days' where account_id = $1 and ended_at is null",
      [session.user.id],
    );
    const call = (method: string, fields: unknown) =>
      edge.fetch(`/api/submissions/${id}`, json(fields, bearer(session), method));
    expect((await call("PATCH", { spam: true })).status).toBe(401);
    expect((await call("DELETE", {})).status).toBe(401);
    expect(await edge.database.asOwner("select spam from contact_submissions where id = $1", [id])).toEqual([
      { spam: false },
    ]);
  });
});
