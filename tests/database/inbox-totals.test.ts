import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { describeOnEmbedded } from "../local/neon/engines.ts";
import { databaseForSuite } from "./calls.ts";

describeOnEmbedded("inbox_totals", (server) => {
  const { database, calls, signIn } = databaseForSuite(server);
  const [who, other] = [signIn("admin"), signIn("admin")];
  beforeEach(() => database.asOwner("delete from contact_submissions"));

  const leave = (id: string = randomUUID()) =>
    calls.as(null, "insert into contact_submissions (id, name, email) values ($1, 'Ana', 'a@b.example')", [
      id,
    ]);
  const kept = "select unread::int, read::int, spam::int from inbox_totals";
  const counted = `select count(*) filter (where not spam and not read)::int as unread,
    count(*) filter (where not spam and read)::int as read, count(*) filter (where spam)::int as spam
    from contact_submissions`;
  const agree = async () => expect(await database.asOwner(kept)).toEqual(await database.asOwner(counted));
  const revision = async () => (await database.asOwner("select revision from inbox_totals"))[0]?.revision;

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
            const chosen = [...new Set(picked)].map((index) => ids[index]);
            const statement = statements[kind];
            if (statement) await calls.as(who, statement, [chosen]);
            else for (const id of chosen) await leave(id).catch(() => {});
          }
          await agree();
        },
      ),
      { numRuns: 25, seed: 3 },
    );
  });

  test("match a count after many concurrent changes, without a deadlock", async () => {
    const ids = Array.from({ length: 60 }, () => randomUUID());
    await Promise.all(ids.map((id) => leave(id)));
    const lock = (work: string) =>
      `with chosen as (select id from contact_submissions where id = any($1) order by id for update) ${work}`;
    const work = Array.from({ length: 60 }, (_, index) => {
      const some = ids.toSorted(() => (index % 2 ? 1 : -1)).slice(index % 7, 40 + (index % 5));
      if (index % 3 === 0) return leave();
      if (index % 10 === 7) {
        return calls.as(
          index % 2 ? other : who,
          lock("delete from contact_submissions where id in (select id from chosen)"),
          [some.slice(0, 3)],
        );
      }
      return calls.as(
        index % 2 ? other : who,
        lock("update contact_submissions set read = $2 where id in (select id from chosen)"),
        [some, index % 4 === 0],
      );
    });
    expect((await Promise.allSettled(work)).filter(({ status }) => status === "rejected")).toEqual([]);
    await agree();
  });

  test("change their revision with every change of a message, and only then", async () => {
    const id = randomUUID();
    let last = await revision();
    const moves = async (work: Promise<unknown>) => {
      await work;
      const now = await revision();
      const moved = now !== last;
      last = now;
      return moved;
    };
    expect(await moves(leave(id))).toBe(true);
    expect(await moves(calls.as(who, statements[0] as string, [[id]]))).toBe(true);
    expect(await moves(calls.as(who, statements[0] as string, [[id]]))).toBe(false);
    expect(await moves(calls.as(who, statements[0] as string, [[]]))).toBe(false);
    expect(await moves(calls.as(who, statements[2] as string, [[id]]))).toBe(true);
    expect(await moves(calls.as(who, statements[3] as string, [[id]]))).toBe(true);
    expect(await moves(database.asOwner("truncate contact_submissions"))).toBe(true);
    await agree();
  });

  test("a message keeps the time of its first read", async () => {
    const id = randomUUID();
    await leave(id);
    const at = async () =>
      (await database.asOwner("select first_read_at from contact_submissions where id = $1", [id]))[0]
        ?.first_read_at;
    expect(await at()).toBeNull();
    await calls.as(who, statements[0] as string, [[id]]);
    const first = await at();
    expect(first).toBeInstanceOf(Date);
    await calls.as(who, statements[1] as string, [[id]]);
    await calls.as(who, statements[0] as string, [[id]]);
    expect(await at()).toEqual(first);
  });
});
