import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnEmbedded } from "../local/neon/engines.ts";
import { startTestDatabase, type TestDatabase } from "../support/database.ts";
import { type Calls, type Claims, callsOn } from "./calls.ts";

const mail = { service: "mail" };
const raise = "insert into mail_alerts (id, kind, subject) values ($1, $2, $3)";

describeOnEmbedded("mail_alerts", (server) => {
  let database: TestDatabase;
  let calls: Calls;
  let administrator: Claims;
  let user: Claims;

  beforeAll(async () => {
    database = await startTestDatabase(server);
    calls = callsOn(database);
    administrator = await calls.signIn("admin");
    user = await calls.signIn("user");
  });

  afterAll(() => database.close());

  test("the edge's own work on mails raises one, administrators see it and take it away", async () => {
    const id = randomUUID();
    await calls.as(mail, raise, [id, "mail_refused", "validation_error"]);
    const seen = "select id, occurrences from mail_alerts";
    expect(await calls.as(administrator, seen)).toEqual([{ id, occurrences: 1 }]);
    for (const claims of [null, user, { service: "auth" }]) {
      expect(await calls.as(claims, seen)).toEqual([]);
      expect(await calls.as(claims, "delete from mail_alerts returning id")).toEqual([]);
      await expect(calls.as(claims, raise, [randomUUID(), "mail_refused", "x"])).rejects.toMatchObject({
        code: "42501",
      });
    }
    expect(await calls.as(administrator, "update mail_alerts set occurrences = 9 returning id")).toEqual([]);
    expect(await calls.as(administrator, "delete from mail_alerts returning id")).toEqual([{ id }]);
  });

  test("there is one of a kind and subject, of kinds that are known (23505, 23514)", async () => {
    await calls.as(mail, raise, [randomUUID(), "provider_refusing", "invalid_api_key"]);
    const again = calls.as(mail, raise, [randomUUID(), "provider_refusing", "invalid_api_key"]);
    await expect(again).rejects.toMatchObject({ code: "23505" });
    await expect(calls.as(mail, raise, [randomUUID(), "anything", "x"])).rejects.toMatchObject({
      code: "23514",
    });
    await expect(calls.as(mail, raise, [randomUUID(), "mail_refused", ""])).rejects.toMatchObject({
      code: "23514",
    });
  });

  test("the administrators' addresses are told to the edge's own work on mails, and to no one else (42501)", async () => {
    const ask = "select administrators_addresses() as address";
    const [{ email } = {}] = await database.asOwner(
      "select email from accounts join profiles on user_id = id where role = 'admin'",
    );
    await database.asOwner("update accounts set email_confirmed_at = null");
    expect(await calls.as(mail, ask)).toEqual([]);
    await database.asOwner("update accounts set email_confirmed_at = now()");
    expect(await calls.as(mail, ask)).toEqual([{ address: email }]);
    for (const claims of [null, user, administrator, { service: "auth" }, { service: "retention" }]) {
      await expect(calls.as(claims, ask)).rejects.toMatchObject({ code: "42501" });
    }
  });
});
