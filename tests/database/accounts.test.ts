import { createHash, randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { describeOnEmbedded } from "../local/neon/engines.ts";
import { databaseForSuite } from "./calls.ts";

const auth = { service: "auth" };
const passwordHash = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA";
const hash = (text: string) => createHash("sha256").update(text).digest();

describeOnEmbedded("accounts and their rows", (server) => {
  const { database, calls, signIn } = databaseForSuite(server);
  const administrator = signIn("admin");
  const user = signIn("user");

  beforeAll(async () => {
    await calls.as(auth, "insert into refresh_tokens (token_hash, session_id) values ($1, $2)", [
      hash("first"),
      user.session_id,
    ]);
    await calls.as(
      auth,
      "insert into one_time_tokens (token_hash, account_id, purpose, expires_at) values ($1, $2, 'signup', now() + interval '1 day')",
      [hash("link"), user.sub],
    );
  });

  const createAccount = (email: string, password = passwordHash) =>
    calls.as(auth, "insert into accounts (id, email, password_hash) values ($1, $2, $3) returning id", [
      randomUUID(),
      email,
      password,
    ]);

  test("the auth service creates an account with its profile", async () => {
    const [account] = await createAccount("nueva@guaria.example");
    await calls.as(auth, "insert into profiles (user_id) values ($1)", [account?.id]);
    const role = "select role from profiles where user_id = $1";
    expect(await calls.as(auth, role, [account?.id])).toEqual([{ role: "user" }]);
  });

  test("an address has one account and is in lower case (23505, 23514)", async () => {
    await createAccount("ana@guaria.example");
    await expect(createAccount("ana@guaria.example")).rejects.toMatchObject({
      code: "23505",
      constraint: "accounts_email_unique",
    });
    await expect(createAccount("Ana@guaria.example")).rejects.toMatchObject({
      code: "23514",
      constraint: "accounts_email_lower_case",
    });
    await expect(createAccount(`${"a".repeat(253)}@b`)).rejects.toMatchObject({
      code: "23514",
      constraint: "accounts_email_length",
    });
  });

  test("rejects a password that is not hashed (23514)", async () => {
    await expect(createAccount("clara@guaria.example", "contraseña")).rejects.toMatchObject({
      code: "23514",
      constraint: "accounts_password_hash_argon2id",
    });
  });

  test("metadata is an object of at most 4 kB, and only a sign-up token carries it (23514)", async () => {
    const setMetadata = (value: unknown) =>
      calls.as(auth, "update accounts set user_metadata = $2 where id = $1", [
        user.sub,
        JSON.stringify(value),
      ]);
    for (const value of [[], "text", null]) {
      await expect(setMetadata(value)).rejects.toMatchObject({ constraint: "accounts_user_metadata_object" });
    }
    await setMetadata({ a: "x".repeat(4088) });
    await expect(setMetadata({ a: "x".repeat(4089) })).rejects.toMatchObject({
      code: "23514",
      constraint: "accounts_user_metadata_small",
    });
    await setMetadata({});
    const insert = `insert into one_time_tokens (token_hash, account_id, purpose, user_metadata, expires_at)
      values ($1, $2, $3, $4, now() + interval '1 hour')`;
    const invalidRows: [string, unknown, string][] = [
      ["recovery", {}, "one_time_tokens_user_metadata_of_sign_up"],
      ["signup", [], "one_time_tokens_user_metadata_object"],
      ["signup", { a: "x".repeat(4089) }, "one_time_tokens_user_metadata_small"],
    ];
    for (const [purpose, value, constraint] of invalidRows) {
      const row = [hash("metadata"), user.sub, purpose, JSON.stringify(value)];
      await expect(calls.as(auth, insert, row)).rejects.toMatchObject({ code: "23514", constraint });
    }
  });

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

  test.each(["signup", "recovery", "email_change"])(
    "a one-time token for %s has a known purpose, a hash and a later expiry (23514)",
    async (purpose) => {
      const insert = `insert into one_time_tokens (token_hash, account_id, purpose, expires_at) values ($1, $2, $3, now() + $4::interval)`;
      await calls.as(auth, insert, [hash(purpose), user.sub, purpose, "1 hour"]);
      await expect(calls.as(auth, insert, [hash("x"), user.sub, "anything", "1 hour"])).rejects.toMatchObject(
        { constraint: "one_time_tokens_purpose_known" },
      );
      await expect(calls.as(auth, insert, [hash("x"), user.sub, purpose, "-1 hour"])).rejects.toMatchObject({
        constraint: "one_time_tokens_expires_later",
      });
      await expect(
        calls.as(auth, insert, [Buffer.from("token"), user.sub, purpose, "1 hour"]),
      ).rejects.toMatchObject({ constraint: "one_time_tokens_hash_sha256" });
    },
  );

  test("a refresh token is a hash and has at most one child (23505, 23514)", async () => {
    const insert = "insert into refresh_tokens (token_hash, session_id, parent_hash) values ($1, $2, $3)";
    await calls.as(auth, insert, [hash("child"), user.session_id, hash("first")]);
    await expect(
      calls.as(auth, insert, [hash("twin"), user.session_id, hash("first")]),
    ).rejects.toMatchObject({ code: "23505", constraint: "refresh_tokens_one_child" });
    await expect(calls.as(auth, insert, [Buffer.from("token"), user.session_id, null])).rejects.toMatchObject(
      { code: "23514", constraint: "refresh_tokens_hash_sha256" },
    );
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

  test("the owner can change a role, and only two roles exist (23514)", async () => {
    const change = "update profiles set role = $1 where user_id = $2 returning role";
    expect(await database.asOwner(change, ["admin", user.sub])).toEqual([{ role: "admin" }]);
    expect(await database.asOwner(change, ["user", user.sub])).toEqual([{ role: "user" }]);
    await expect(database.asOwner(change, ["root", user.sub])).rejects.toMatchObject({
      code: "23514",
      constraint: "profiles_role_known",
    });
  });

  test("deleting an account deletes its profile, sessions and tokens", async () => {
    const leaving = await calls.signIn("user");
    await calls.as(auth, "insert into refresh_tokens (token_hash, session_id) values ($1, $2)", [
      hash("leaving"),
      leaving.session_id,
    ]);
    await calls.as(auth, "delete from accounts where id = $1", [leaving.sub]);
    expect(await database.asOwner("select from profiles where user_id = $1", [leaving.sub])).toEqual([]);
    expect(await database.asOwner("select from sessions where id = $1", [leaving.session_id])).toEqual([]);
    expect(
      await database.asOwner("select from refresh_tokens where session_id = $1", [leaving.session_id]),
    ).toEqual([]);
  });
});
