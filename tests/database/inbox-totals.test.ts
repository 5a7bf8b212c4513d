import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { describeOnEmbedded } from "../local/neon/engines.ts";
import { databaseForSuite } from "./calls.ts";

describeOnEmbedded("inbox_totals", (server) => {
  const { database, calls, signIn } = databaseForSuite(server);
  const [administrator, otherAdministrator] = [signIn("admin"), signIn("admin")];
  beforeEach(() => database.asOwner("delete from contact_submissions"));

  const insertMessage = (id: string = randomUUID()) =>
    calls.as(null, "insert into contact_submissions (id, name, email) values ($1, 'Ana', 'a@b.example')", [
      id,
    ]);
  const totalsQuery = "select unread::int, read::int, spam::int from inbox_totals";
  const countQuery = `select count(*) filter (where not spam and not read)::int as unread,
    count(*) filter (where not spam and read)::int as read, count(*) filter (where spam)::int as spam
    from contact_submissions`;
  const expectAgreement = async () =>
    expect(await database.asOwner(totalsQuery)).toEqual(await database.asOwner(countQuery));
  const getRevision = async () => (await database.asOwner("select revision from inbox_totals"))[0]?.revision;

  const statements = [
    "update contact_submissions set read = true where id = any($1)",
    "update contact_submissions set read = false where id = any($1)",
    "update contact_submissions set spam = not spam where id = any($1)",
    "delete from contact_submissions where id = any($1)",
  ];

  test("match a count after any sequence of changes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(5), fc.array(fc.nat(9), { maxLength: 6 })), { maxLength: 12 }),
        async (steps) => {
          const ids = Array.from({ length: 10 }, () => randomUUID());
          for (const [kind, picked] of steps) {
            const pickedIds = [...new Set(picked)].map((index) => ids[index]);
            const statement = statements[kind];
            if (statement) await calls.as(administrator, statement, [pickedIds]);
            else for (const id of pickedIds) await insertMessage(id).catch(() => {});
          }
          await expectAgreement();
        },
      ),
      { numRuns: 25, seed: 3 },
    );
  });

  test("match a count after many concurrent changes, without a deadlock", async () => {
    const ids = Array.from({ length: 60 }, () => randomUUID());
    await Promise.all(ids.map((id) => insertMessage(id)));
    const lockFirst = (change: string) =>
      `with chosen as (select id from contact_submissions where id = any($1) order by id for update) ${change}`;
    const changes = Array.from({ length: 60 }, (_, index) => {
      const pickedIds = ids.toSorted(() => (index % 2 ? 1 : -1)).slice(index % 7, 40 + (index % 5));
      if (index % 3 === 0) return insertMessage();
      if (index % 10 === 7) {
        return calls.as(
          index % 2 ? otherAdministrator : administrator,
          lockFirst("delete from contact_submissions where id in (select id from chosen)"),
          [pickedIds.slice(0, 3)],
        );
      }
      return calls.as(
        index % 2 ? otherAdministrator : administrator,
        lockFirst("update contact_submissions set read = $2 where id in (select id from chosen)"),
        [pickedIds, index % 4 === 0],
      );
    });
    expect((await Promise.allSettled(changes)).filter(({ status }) => status === "rejected")).toEqual([]);
    await expectAgreement();
  });

  test("change their revision with every change of a message, and only then", async () => {
    const id = randomUUID();
    let last = await getRevision();
    const changesRevision = async (change: Promise<unknown>) => {
      await change;
      const now = await getRevision();
      const moved = now !== last;
      last = now;
      return moved;
    };
    expect(await changesRevision(insertMessage(id))).toBe(true);
    expect(await changesRevision(calls.as(administrator, statements[0] as string, [[id]]))).toBe(true);
    expect(await changesRevision(calls.as(administrator, statements[0] as string, [[id]]))).toBe(false);
    expect(await changesRevision(calls.as(administrator, statements[0] as string, [[]]))).toBe(false);
    expect(await changesRevision(calls.as(administrator, statements[2] as string, [[id]]))).toBe(true);
    expect(await changesRevision(calls.as(administrator, statements[3] as string, [[id]]))).toBe(true);
    expect(await changesRevision(database.asOwner("truncate contact_submissions"))).toBe(true);
    await expectAgreement();
  });

  test("a message keeps the time of its first read", async () => {
    const id = randomUUID();
    await insertMessage(id);
    const getFirstReadAt = async () =>
      (await database.asOwner("select first_read_at from contact_submissions where id = $1", [id]))[0]
        ?.first_read_at;
    expect(await getFirstReadAt()).toBeNull();
    await calls.as(administrator, statements[0] as string, [[id]]);
    const firstReadAt = await getFirstReadAt();
    expect(firstReadAt).toBeInstanceOf(Date);
    await calls.as(administrator, statements[1] as string, [[id]]);
    await calls.as(administrator, statements[0] as string, [[id]]);
    expect(await getFirstReadAt()).toEqual(firstReadAt);
  });
});
