import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { describeOnEmbedded } from "../local/neon/engines.ts";
import { databaseForSuite } from "./calls.ts";

const mail = { service: "mail" };
const insertAlert = "insert into mail_alerts (id, kind, subject) values ($1, $2, $3)";

describeOnEmbedded("mail_alerts", (server) => {
  const { database, calls, signIn } = databaseForSuite(server);
  signIn("admin");
  signIn("user");

  test("rejects a second alert of the same kind and subject, and unknown kinds (23505, 23514)", async () => {
    await calls.as(mail, insertAlert, [randomUUID(), "provider_refusing", "invalid_api_key"]);
    const repeatedAlert = calls.as(mail, insertAlert, [randomUUID(), "provider_refusing", "invalid_api_key"]);
    await expect(repeatedAlert).rejects.toMatchObject({ code: "23505" });
    await expect(calls.as(mail, insertAlert, [randomUUID(), "anything", "x"])).rejects.toMatchObject({
      code: "23514",
    });
    await expect(calls.as(mail, insertAlert, [randomUUID(), "mail_refused", ""])).rejects.toMatchObject({
      code: "23514",
    });
  });

  test("lists the confirmed addresses of administrators", async () => {
    const selectAddresses = "select administrators_addresses() as address";
    const [{ email } = {}] = await database.asOwner(
      "select email from accounts join profiles on user_id = id where role = 'admin'",
    );
    await database.asOwner("update accounts set email_confirmed_at = null");
    expect(await calls.as(mail, selectAddresses)).toEqual([]);
    await database.asOwner("update accounts set email_confirmed_at = now()");
    expect(await calls.as(mail, selectAddresses)).toEqual([{ address: email }]);
  });
});
