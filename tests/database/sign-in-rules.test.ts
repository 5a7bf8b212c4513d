import { beforeAll, expect, test } from "vitest";
import { describeOnEmbedded } from "../local/neon/engines.ts";
import { type Claims, databaseForSuite } from "./calls.ts";

describeOnEmbedded("sign_in_rules", (server) => {
  const { database, calls, signIn } = databaseForSuite(server);
  const administrator = signIn("admin");

  beforeAll(async () => {
    await database.asOwner(
      "insert into contact_submissions (id, name, email) values (gen_random_uuid(), 'Ana', 'a@b.example')",
    );
  });
  test("an administrator's session without a passkey has no rights while administrators need one", async () => {
    const countVisible = async (claims: Claims) =>
      (await calls.as(claims, "select name from contact_submissions")).length;
    const { session_id, ...withoutSession } = administrator as Record<string, string>;
    expect([await countVisible(administrator), await countVisible(withoutSession)]).toEqual([1, 1]);
    await database.asOwner("update sign_in_rules set administrators_need_passkeys = true");
    expect([await countVisible(administrator), await countVisible(withoutSession)]).toEqual([0, 0]);
    await database.asOwner("update sessions set verified_at = now() where id = $1", [session_id]);
    expect([await countVisible(administrator), await countVisible(withoutSession)]).toEqual([1, 0]);
    await database.asOwner("update sessions set ended_at = now() where id = $1", [session_id]);
    expect(await countVisible(administrator)).toBe(0);
  });

  test("there is exactly one row (23514, 23505)", async () => {
    const insertRule = (value: boolean) =>
      database.asOwner("insert into sign_in_rules (only_one) values ($1)", [value]);
    await expect(insertRule(true)).rejects.toMatchObject({ code: "23505" });
    await expect(insertRule(false)).rejects.toMatchObject({ code: "23514" });
  });
});
