import { expect, test } from "vitest";
import { unknownPasswordHash } from "#functions/accounts/passwords/passwords.ts";
import { describeOnOneEngine } from "../local/neon/engines.ts";
import { type Claims, databaseForSuite } from "./calls.ts";

const auth = { service: "auth" };

describeOnOneEngine("accounts and their rows", (server) => {
  const { database, calls, signIn } = databaseForSuite(server);
  const administrator = signIn("admin");
  const user = signIn("user");

  test.each([
    {},
    { a: 1, b: [1, 2, { c: " , : " }] },
    { 'a "quoted" name, with: signs': 'a \\ " and \\\\" more , : ' },
    { line: "one\ntwo\t\u0001\u001f\u007f\u2028", emoji: "🌋", accents: "ñandú" },
    { numbers: [0, -1.5, 0.000001, 123456789012345680000, 1e20], nothing: null, truth: [true, false] },
    { deep: [[[[[{ a: { b: [] } }]]]]], empty: "" },
  ])("json_size of %j is the size of compact JSON", async (value) => {
    const [row] = await calls.as(auth, "select json_size($1::jsonb) as size", [JSON.stringify(value)]);
    expect(row?.size).toBe(Buffer.byteLength(JSON.stringify(value)));
  });

  test("a signed-in user reads only their own account, profile and sessions", async () => {
    expect(await calls.as(user, "select id from accounts")).toEqual([{ id: user.sub }]);
    expect(await calls.as(user, "select user_id, role from profiles")).toEqual([
      { user_id: user.sub, role: "user" },
    ]);
    expect(await calls.as(user, "select id from sessions")).toEqual([{ id: user.session_id }]);
    expect(await calls.as(administrator, "select user_id, role from profiles")).toEqual([
      { user_id: administrator.sub, role: "admin" },
    ]);
  });

  const listEventDetails = async (accountId: string) =>
    (
      await database.asOwner(
        "select kind, detail from account_events where account_id = $1 order by created_at",
        [accountId],
      )
    ).map(({ kind, detail }) => [kind, detail]);

  test("the audit rejects changes, even by the owner (23001)", async () => {
    for (const statement of [
      "update account_events set kind = 'signed_out'",
      "delete from account_events",
      "truncate account_events",
    ]) {
      await expect(database.asOwner(statement)).rejects.toMatchObject({ code: "23001" });
    }
  });

  test("the audit records a change of role by the owner", async () => {
    expect(await listEventDetails(administrator.sub)).toEqual([["role_changed", { role: "admin" }]]);
    const change = "update profiles set role = $1 where user_id = $2";
    await database.asOwner(change, ["user", administrator.sub]);
    await database.asOwner(change, ["user", administrator.sub]);
    await database.asOwner(change, ["admin", administrator.sub]);
    expect((await listEventDetails(administrator.sub)).map(([, detail]) => detail)).toEqual([
      { role: "admin" },
      { role: "user" },
      { role: "admin" },
    ]);
  });

  test("a change of role removes every way into the account, and its invitations", async () => {
    const [person, guest] = [await calls.signIn("user"), await calls.signIn("user")];
    const fill = () =>
      Promise.all([
        database.asOwner(
          "update accounts set password_hash = '$argon2id$chosen', first_passkey_until = now() where id = $1",
          [person.sub],
        ),
        database.asOwner("update sessions set ended_at = null where account_id = $1", [person.sub]),
        database.asOwner(
          `insert into passkeys (id, account_id, credential_id, public_key, sign_count)
            select gen_random_uuid(), $1, sha256(gen_random_uuid()::text::bytea), sha256('b'), 0`,
          [person.sub],
        ),
        database.asOwner(
          "insert into recovery_codes (code_hash, account_id) values (sha256(gen_random_uuid()::text::bytea), $1)",
          [person.sub],
        ),
        ...[
          ["recovery", person.sub, null, null, null],
          ["email_change", person.sub, null, "new@cliente.example", "new"],
          ["invite", guest.sub, person.sub, null, null],
        ].map((values) =>
          database.asOwner(
            `insert into one_time_tokens (token_hash, purpose, account_id, invited_by, new_email, half, expires_at)
              values (sha256(gen_random_uuid()::text::bytea), $1, $2, $3, $4, $5, now() + interval '1 hour')`,
            values,
          ),
        ),
      ]);
    const countWays = async () =>
      (
        await database.asOwner(
          `select (select count(*)::integer from passkeys where account_id = $1) as passkeys,
            (select count(*)::integer from recovery_codes where account_id = $1) as codes,
            (select count(*)::integer from sessions where account_id = $1 and ended_at is null) as sessions,
            (select count(*)::integer from one_time_tokens where account_id = $1 or invited_by = $1) as tokens,
            (select password_hash from accounts where id = $1) as password,
            (select first_passkey_until from accounts where id = $1) as opening`,
          [person.sub],
        )
      )[0];
    const nothing = {
      passkeys: 0,
      codes: 0,
      sessions: 0,
      tokens: 0,
      password: unknownPasswordHash,
      opening: null,
    };
    for (const role of ["admin", "user"]) {
      await fill();
      expect(await countWays()).toMatchObject({ passkeys: 1, codes: 1, sessions: 1, tokens: 3 });
      await database.asOwner("update profiles set role = role where user_id = $1", [person.sub]);
      expect(await countWays()).toMatchObject({ passkeys: 1, codes: 1, sessions: 1, tokens: 3 });
      await database.asOwner("update profiles set role = $2 where user_id = $1", [person.sub, role]);
      expect(await countWays()).toEqual(nothing);
    }
  });

  test("the audit keeps the events of a deleted account", async () => {
    const leaving = await calls.signIn("admin");
    await calls.as(auth, "delete from accounts where id = $1", [leaving.sub]);
    expect(await listEventDetails(leaving.sub)).toHaveLength(1);
  });

  test("an administrator's session without a passkey has no rights while administrators need one", async () => {
    await database.asOwner(
      "insert into contact_submissions (id, name, email) values (gen_random_uuid(), 'Ana', 'a@b.example')",
    );
    const countVisible = async (claims: Claims) =>
      (await calls.as(claims, "select name from contact_submissions")).length;
    const administrator = await calls.signIn("admin");
    const { session_id, ...withoutSession } = administrator as Record<string, string>;
    expect([await countVisible(administrator), await countVisible(withoutSession)]).toEqual([1, 1]);
    await database.asOwner("update sign_in_rules set administrators_need_passkeys = true");
    expect([await countVisible(administrator), await countVisible(withoutSession)]).toEqual([0, 0]);
    await database.asOwner("update sessions set verified_at = now() where id = $1", [session_id]);
    expect([await countVisible(administrator), await countVisible(withoutSession)]).toEqual([1, 0]);
    await database.asOwner("update sessions set ended_at = now() where id = $1", [session_id]);
    expect(await countVisible(administrator)).toBe(0);
  });
});
