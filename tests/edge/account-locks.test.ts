import type pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openTransactions } from "#functions/kernel/database/database.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { createClient } from "#local/neon/client.ts";
import { createConfirmedUser, forgetLimits, goodPassword, readError } from "../support/accounts.ts";
import { type Edge, startEdge } from "../support/edge.ts";
import { postgresUrl } from "../support/postgres-server.ts";
import { bearer } from "../support/requests.ts";
import { countWaiting } from "../support/waiting-transactions.ts";

type LockedPerson = Awaited<ReturnType<typeof createConfirmedUser>>;
type BearerSession = { access_token: string };

const signOut = (scope: string) => (person: LockedPerson, session: BearerSession) =>
  person.call(`/logout?scope=${scope}`, {}, bearer(session));
const changePassword = (person: LockedPerson, session: BearerSession) =>
  person.call(
    "/user",
    { password: "un río y tres volcanes", current_password: goodPassword },
    bearer(session),
    "PUT",
  );
const deleteAccount = (person: LockedPerson, session: BearerSession) =>
  person.call("/user", { current_password: goodPassword }, bearer(session), "DELETE");

// The embedded database runs transactions one at a time; only a server runs two concurrently.
describe.runIf(postgresUrl)("concurrent calls on all sessions of one account, on PostgreSQL", () => {
  let edge: Edge;
  let bystander: pg.Client;
  /** Opens another connection to the database, as the server's administrator or as another role. */
  async function openConnection(login = {}): Promise<pg.Client> {
    const { pathname } = new URL(edge.database.ownerUrl);
    const client = createClient({
      connectionString: Object.assign(new URL(postgresUrl ?? ""), { pathname, ...login }).href,
    });
    await client.connect();
    return client;
  }
  beforeAll(async () => {
    edge = await startEdge();
    bystander = await openConnection();
  });
  // A failed test leaves its transaction open.
  afterEach(() => bystander.query("rollback"));
  afterAll(async () => {
    await bystander.end();
    await edge.close();
  });

  test.each([
    ["sign-outs everywhere", signOut("global"), signOut("global"), 204, 0],
    ["sign-outs elsewhere", signOut("others"), signOut("others"), 204, 1],
    ["a new password and a sign-out everywhere", changePassword, signOut("global"), 200, 1],
    ["a deletion and a sign-out everywhere", deleteAccount, signOut("global"), 204, 0],
    ["a sign-out everywhere and a new password", signOut("global"), changePassword, 204, 0],
    ["a sign-out everywhere and a deletion", signOut("global"), deleteAccount, 204, 0],
  ])("run one after the other: %s", async (_, firstCall, secondCall, status, remainingSessions) => {
    await forgetLimits(edge);
    const person = await createConfirmedUser(edge);
    const [firstSession, secondSession] = await Promise.all(
      [1, 2].map(async () => {
        const { data } = await person.client().signInWithPassword(person);
        return data.session as BearerSession;
      }),
    );
    // Both calls take their other locks before they reach the locked session, and wait there.
    await bystander.query("begin");
    await bystander.query(
      "select from sessions where account_id = $1 order by created_at limit 1 for update",
      [person.session.user.id],
    );
    const firstAnswer = firstCall(person, firstSession as BearerSession);
    await expect.poll(() => countWaiting(bystander)).toBe(1);
    const secondAnswer = secondCall(person, secondSession as BearerSession);
    await expect.poll(() => countWaiting(bystander)).toBe(2);
    await bystander.query("commit");
    expect((await firstAnswer).status).toBe(status);
    expect(await readError(await secondAnswer)).toBe("403 session_not_found");
    const activeSessions = await edge.database.asOwner(
      "select from sessions where account_id = $1 and ended_at is null",
      [person.session.user.id],
    );
    expect(activeSessions).toHaveLength(remainingSessions);
  });

  const signIn = (person: LockedPerson) =>
    person.call("/token?grant_type=password", { email: person.email, password: goodPassword });
  test.each([
    ["a sign-in", signIn, 200, "422 mfa_verification_failed"],
    ["a new password", changePassword, 200, "403 session_not_found"],
    ["a deletion", deleteAccount, 204, "403 session_not_found"],
  ])("%s and a recovery code lock the limits before the account", async (_, call, status, codeError) => {
    await forgetLimits(edge);
    const person = await createConfirmedUser(edge);
    const { data } = await person.client().signInWithPassword(person);
    await bystander.query("begin");
    await bystander.query("select from accounts where id = $1 for update", [person.session.user.id]);
    const answer = call(person, person.session);
    await expect.poll(() => countWaiting(bystander)).toBe(1);
    const headers = bearer(data.session as BearerSession);
    const codeAnswer = person.call("/factors/recovery-codes/verify", { code: "wrong" }, headers);
    await expect.poll(() => countWaiting(bystander)).toBe(2);
    // A call that held the limits and waited for the account would be a deadlock.
    const { rowCount } = await bystander.query(
      "select from pg_locks where not granted and relation = 'accounts'::regclass",
    );
    expect(rowCount).toBe(0);
    await bystander.query("commit");
    expect((await answer).status).toBe(status);
    expect(await readError(await codeAnswer)).toBe(codeError);
  });

  test("do not block the purge of expired sessions, which leaves locked rows to the next run", async () => {
    await forgetLimits(edge);
    const { session } = await createConfirmedUser(edge);
    const oldSessions = await edge.database.asOwner(
      `insert into sessions (id, account_id, created_at, last_used_at)
       select gen_random_uuid(), $1, now() - interval '80 days', now() - interval '70 days' from generate_series(1, 2)
       returning id`,
      [session.user.id],
    );
    const { username, password } = new URL(edge.database.edgeUrl);
    const remover = await openConnection({ username, password });
    try {
      const purgeSessions = async () => {
        const { rows } = await remover.query(
          "select purge_expired('sessions', '30 days', '90 days') as removed",
        );
        return rows[0].removed;
      };
      await remover.query("begin");
      await remover.query("set local lock_timeout = '2s'");
      await remover.query("select set_claims($1)", [JSON.stringify({ service: "retention" })]);
      await bystander.query("begin");
      await bystander.query("select from sessions where id = $1 for update", [oldSessions[1]?.id]);
      expect(await purgeSessions()).toBe(1);
      await bystander.query("commit");
      expect(await purgeSessions()).toBe(1);
    } finally {
      await remover.end();
    }
  });

  test("a call runs again after PostgreSQL rolled it back in a deadlock", async () => {
    const people = [
      await createConfirmedUser(edge),
      await createConfirmedUser(edge),
      await createConfirmedUser(edge),
    ];
    const [first = "", second = "", third = ""] = people.map(({ email }) => email);
    const lock = (client: pg.Client, email: string) =>
      client.query("select from accounts where email = $1 for update", [email]);
    const lockQuery = (email: string) => sql`select id from accounts where email = ${email} for update`;
    const peer = await openConnection();
    try {
      // Only the call looks for a deadlock.
      await peer.query("begin; set local deadlock_timeout = '1min'");
      await lock(peer, first);
      await bystander.query("begin");
      await lock(bystander, third);
      const run = openTransactions({ databaseUrl: edge.database.ownerUrl, timeoutMs: 60_000 });
      const call = run({ second: lockQuery(second), third: lockQuery(third), first: lockQuery(first) });
      // The edge may still do its own work on these accounts.
      const countOthers = () => countWaiting(bystander, "edge");
      await expect.poll(countOthers, { timeout: 10_000 }).toBe(1);
      const peerEnd = lock(peer, second).then(() => peer.query("commit"));
      await expect.poll(countOthers, { timeout: 10_000 }).toBe(2);
      await bystander.query("rollback");
      expect((await call).first).toHaveLength(1);
      await peerEnd;
    } finally {
      await peer.end();
    }
  });
});
