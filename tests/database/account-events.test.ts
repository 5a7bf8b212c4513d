import { createHash, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { describeOnEmbedded } from "../local/neon/engines.ts";
import { type Claims, databaseForSuite } from "./calls.ts";

const auth = { service: "auth" };
const hash = (text: string) => createHash("sha256").update(text).digest();

describeOnEmbedded("the audit and the attempt limits of accounts", (server) => {
  const { database, calls, signIn } = databaseForSuite(server);
  const administrator = signIn("admin");
  const user = signIn("user");

  const add = (claims: Claims, kind = "signed_in", address: string | null = "203.0.113.0/24") =>
    calls.as(claims, "insert into account_events (account_id, kind, client_address) values ($1, $2, $3)", [
      user.sub,
      kind,
      address,
    ]);
  const listEventDetails = async (accountId: string) =>
    (
      await database.asOwner(
        "select kind, detail from account_events where account_id = $1 order by created_at",
        [accountId],
      )
    ).map(({ kind, detail }) => [kind, detail]);

  test("accepts only known kinds and shortened addresses (23514)", async () => {
    await expect(add(auth, "renamed")).rejects.toMatchObject({ constraint: "account_events_kind_known" });
    for (const address of ["203.0.113.7", "203.0.113.7/32", "2001:db8::1"]) {
      await expect(add(auth, "signed_in", address)).rejects.toMatchObject({
        constraint: "account_events_client_address_cut",
      });
    }
    await add(auth, "signed_in", "2001:db8:1::/48");
  });

  test("rejects changes to the audit, even by the owner (23001)", async () => {
    for (const statement of [
      "update account_events set kind = 'signed_out'",
      "delete from account_events",
      "truncate account_events",
    ]) {
      await expect(database.asOwner(statement)).rejects.toMatchObject({ code: "23001" });
    }
  });

  test("records a change of role by the owner", async () => {
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

  test("keeps the events of a deleted account", async () => {
    const leaving = await calls.signIn("admin");
    await calls.as(auth, "delete from accounts where id = $1", [leaving.sub]);
    expect(await listEventDetails(leaving.sub)).toHaveLength(1);
  });

  test("stores attempt limits under hashes only (23514)", async () => {
    const insert = "insert into attempt_limits (key, failures) values ($1, 1)";
    await calls.as(auth, insert, [hash("ana")]);
    expect(await calls.as(auth, "select failures from attempt_limits")).toEqual([{ failures: 1 }]);
    await expect(calls.as(auth, insert, [Buffer.from("ana")])).rejects.toMatchObject({
      constraint: "attempt_limits_key_sha256",
    });
  });

  test("rejects values that do not fit the purpose of a one-time token (23514)", async () => {
    const insert = (columns: string, values: string) =>
      calls.as(
        auth,
        `insert into one_time_tokens (token_hash, account_id, purpose, expires_at, ${columns})
         values ($1, $2, 'recovery', now() + interval '1 hour', ${values})`,
        [hash(randomUUID()), user.sub],
      );
    await insert("email, code_hmac", "'ana@cliente.example', sha256('x')");
    const invalidRows: [string, string, string][] = [
      ["email", "'Ana@cliente.example'", "one_time_tokens_email_lower_case"],
      ["code_hmac", "'123456'", "one_time_tokens_code_hmac_sha256"],
      ["tried_codes", "6", "one_time_tokens_tried_codes_few"],
      ["password_hash", "'$argon2id$x'", "one_time_tokens_password_of_sign_up"],
      ["half, new_email", "'new', 'eva@cliente.example'", "one_time_tokens_half_of_change"],
    ];
    for (const [columns, values, constraint] of invalidRows) {
      await expect(insert(columns, values)).rejects.toMatchObject({ code: "23514", constraint });
    }
  });

  test("allows the right to set a password only in a recovery session (23514)", async () => {
    const insert = (method: string) =>
      calls.as(
        auth,
        "insert into sessions (id, account_id, method, recovery_until) values ($1, $2, $3, now())",
        [randomUUID(), user.sub, method],
      );
    await insert("recovery");
    await expect(insert("password")).rejects.toMatchObject({ constraint: "sessions_recovery_by_recovery" });
    await expect(insert("magic")).rejects.toMatchObject({ code: "23514" });
  });
});
