import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Edge, startEdge } from "../support/edge.ts";
import { fallibleDatabase } from "../support/fallible.ts";
import { bearer, type SessionResponse } from "../support/requests.ts";

let replica: Awaited<ReturnType<typeof fallibleDatabase>>;
let edge: Edge;
let session: SessionResponse;

const leave = (database: typeof replica, name: string) =>
  database.asOwner(
    "insert into contact_submissions (id, name, email) values (gen_random_uuid(), $1, 'ana@cliente.example')",
    [name],
  );
/** Lets the replica hear of the sessions that there are. */
async function catchUp(): Promise<void> {
  await replica.asOwner("delete from sessions");
  for (const { row } of await edge.database.asOwner("select to_jsonb(sessions) as row from sessions")) {
    await replica.asOwner("insert into sessions select * from jsonb_populate_record(null::sessions, $1)", [
      JSON.stringify(row),
    ]);
  }
}

beforeAll(async () => {
  // The same people are in both. A replica takes no change from the edge.
  replica = await fallibleDatabase("people");
  await replica.asOwner("revoke insert, update, delete on all tables in schema public from edge");
  edge = await startEdge({ DATABASE_READ_URL: replica.edgeUrl });
  await leave(edge.database, "At the database");
  await leave(replica, "At the replica");
  await leave(replica, "At the replica");
});
afterAll(async () => {
  await edge.close();
  await replica.stop();
  await replica.remove();
});
beforeEach(async () => {
  session = await edge.signIn();
  await catchUp();
});

const ask = (path: string) => edge.fetch(path, { headers: bearer(session) });
const read = { statistics: "/api/submissions/stats?days=30" };
/** How many messages the statistics count. */
async function counted(): Promise<number> {
  const { by_day } = (await (await ask(read.statistics)).json()) as { by_day: { count: number }[] };
  return by_day.reduce((sum, { count }) => sum + count, 0);
}

describe("what may be seconds old is read at the replica", () => {
  test("statistics", async () => {
    expect(await counted()).toBe(2);
    expect(edge.log()).not.toContain("replica_not_read");
  });

  test("and nothing else is", async () => {
    const list = (await (await ask("/api/submissions")).json()) as { items: { name: string }[] };
    expect(list.items.map(({ name }) => name)).toEqual(["At the database"]);
    expect(await (await ask("/api/submissions/counts")).json()).toMatchObject({ all: 1 });
    expect(await (await ask("/api/submissions/export.csv")).text()).toContain("At the database");
  });
});

describe("who may is asked of the database", () => {
  test.each(Object.values(read))(
    "who has just been signed out gets nothing from the replica: %s",
    async (path) => {
      const out = await edge.fetch("/api/auth/logout?scope=local", {
        method: "POST",
        headers: bearer(session),
      });
      expect(out.status).toBe(204);
      expect((await ask(path)).status).toBe(401);
    },
  );

  test("whose role was taken away gets nothing either", async () => {
    await edge.database.asOwner("update profiles set role = 'user' where user_id = $1", [session.user.id]);
    expect((await ask(read.statistics)).status).toBe(403);
    await edge.database.asOwner("update profiles set role = 'admin' where user_id = $1", [session.user.id]);
  });
});

describe("the database does the work", () => {
  test("of a session that the replica has not heard of yet", async () => {
    await replica.asOwner("delete from sessions");
    expect(await counted()).toBe(1);
  });

  test("while the replica is away", async () => {
    await replica.stop();
    expect(await counted()).toBe(1);
    await expect.poll(() => edge.log()).toContain('"event":"replica_not_read"');
    await replica.start();
    expect(await counted()).toBe(2);
  });
});
