import { neon } from "@neondatabase/serverless";
import { expect, test } from "vitest";
import { describeOnOneEngine } from "../local/neon/engines.ts";
import { databaseForSuite } from "./calls.ts";

describeOnOneEngine("set_claims", (server) => {
  const { database } = databaseForSuite(server);

  /** Inserts a message in a transaction that begins like every transaction of the edge. */
  async function leaveMessage(url: string, firstStatement = "select 1") {
    const sql = neon(url);
    await sql.transaction([
      sql.query(firstStatement),
      sql`select set_claims('')`,
      sql`insert into contact_submissions (id, name, email) values (gen_random_uuid(), 'Ana', 'a@b.example')`,
    ]);
  }
  const countMessages = async () =>
    (await database.asOwner("select count(*)::int as count from contact_submissions"))[0]?.count;
  const expectRefusal = async (reason: RegExp, ...message: Parameters<typeof leaveMessage>) => {
    const countBefore = await countMessages();
    await expect(leaveMessage(...message)).rejects.toMatchObject({
      code: "28000",
      message: expect.stringMatching(reason),
    });
    expect(await countMessages()).toBe(countBefore);
  };

  test("accepts the edge, and exposes the claims until the end of the transaction", async () => {
    const sql = neon(database.edgeUrl);
    const [, during] = await sql.transaction([
      sql`select set_claims('{"service": "auth"}')`,
      sql`select claim('service') as service`,
    ]);
    expect(during).toEqual([{ service: "auth" }]);
    expect(await sql`select claim('service') as service`).toEqual([{ service: null }]);
    await leaveMessage(database.edgeUrl);
  });

  test("switches just-in-time compilation off until the end of the transaction", async () => {
    const sql = neon(database.edgeUrl);
    const [, during] = await sql.transaction([sql`select set_claims('')`, sql`show jit`]);
    expect(during).toEqual([{ jit: "off" }]);
  });

  test("rejects the database's owner before any write", async () => {
    await expectRefusal(/has to sign in as the role edge, not as/, database.ownerUrl);
  });

  test("rejects an owner who switched to the role edge", async () => {
    await database.asOwner("grant edge to current_user");
    try {
      await expectRefusal(/not as/, database.ownerUrl, "set local role edge");
    } finally {
      await database.asOwner("revoke edge from current_user");
    }
  });

  // Roles belong to the whole server, which other tests use at the same time, and one role owns all databases there.
  const isAlone = server === null;
  test.runIf(isAlone)("rejects an edge that can switch to the owner", async () => {
    await database.asOwner("do $$ begin execute format('grant %I to edge', current_user); end $$");
    try {
      await expectRefusal(/not subject to row-level security/, database.edgeUrl);
    } finally {
      await database.asOwner("do $$ begin execute format('revoke %I from edge', current_user); end $$");
    }
    await leaveMessage(database.edgeUrl);
  });

  test.runIf(isAlone)("rejects an edge that bypasses row-level security", async () => {
    for (const power of ["bypassrls", "superuser"]) {
      await database.asOwner(`alter role edge ${power}`);
      await expectRefusal(/not subject to row-level security/, database.edgeUrl);
      await database.asOwner(`alter role edge no${power}`);
    }
    await database.asOwner("create role powerful bypassrls");
    await database.asOwner("grant powerful to edge");
    await expectRefusal(/not subject to row-level security/, database.edgeUrl);
    await database.asOwner("revoke powerful from edge");
    await leaveMessage(database.edgeUrl);
  });
});
