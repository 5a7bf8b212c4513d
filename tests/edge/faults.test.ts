import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patience } from "../support/edge.ts";
import { type Faults, startFaults } from "../support/faults.ts";
import type { Weather } from "../support/proxy.ts";
import { bearer, json } from "../support/requests.ts";
import { visitor } from "../support/seeded-people.ts";

const tries = Number(process.env.TRIES ?? 4);
const kills = Number(process.env.KILLS ?? 5);

let faults: Faults;
beforeAll(async () => {
  faults = await startFaults();
});
afterAll(() => faults.close());

const databaseFaults: [what: string, weather: Weather][] = [
  ["ends every connection", "away"],
  ["never answers", "silent"],
  ["answers five seconds late", "slow"],
  ["answers by halves", "torn"],
  ["has done it, and its answer is lost", "lost"],
  ["answers rubbish", "nonsense"],
  ["answers with an error of its host's", "failing"],
];

describe("a message is in the inbox once, and the company is told of it once", () => {
  describe("with a spool, while the database", () => {
    beforeAll(() => faults.redeploy("there"));

    test.each(databaseFaults)("%s: it is taken", async (_, database) => {
      expect(await faults.tryIn({ database }, tries)).toEqual({
        ...{ tries, lost: 0, doubled: 0 },
        answers: { 202: tries },
      });
    });
  });

  describe("without a spool and a mail provider, while the database", () => {
    beforeAll(() => faults.redeploy("none"));

    test.each(databaseFaults)("%s: it is taken when it is sent again", async (_, database) => {
      expect(await faults.tryIn({ database, mailer: "away" }, tries)).toEqual({
        ...{ tries, lost: 0, doubled: 0 },
        answers: { 503: tries },
      });
    });
  });

  describe("while the mail provider", () => {
    beforeAll(() => faults.redeploy("there"));

    test.each(databaseFaults)("%s: it is taken at once", async (_, mailer) => {
      expect(await faults.tryIn({ mailer }, tries)).toEqual({
        ...{ tries, lost: 0, doubled: 0 },
        answers: { 201: tries },
      });
    });
  });

  test(`when the edge is killed in the middle of its requests, ${kills} times`, {
    timeout: 1_800_000,
  }, async () => {
    /** Sends messages, and kills the edge once the database was asked so many times more. */
    const killAfter = async (questions: number) => {
      const reached = faults.database.asked() + questions;
      const { answers, ...outcome } = await faults.tryMessages(tries, async () => {
        await expect.poll(() => faults.database.asked(), { interval: 1 }).toBeGreaterThanOrEqual(reached);
        await faults.redeploy("there");
      });
      expect(outcome).toEqual({ tries, lost: 0, doubled: 0 });
      return answers;
    };
    await faults.redeploy("there");
    // Now before the database has it, now while the database is at it, now after it.
    for (let kill = 0; kill < kills; kill += 1) await killAfter(kill % (tries + 1));
    // All of these are in the middle of it for certain.
    await faults.redeploy("there", patience);
    faults.database.set("silent");
    expect(await killAfter(tries)).toEqual({ 0: tries });
  });
});

describe("an administrator", () => {
  beforeAll(() => faults.redeploy("there"));

  test.each(databaseFaults)(
    "is told of an outage, and when to come back, while the database %s",
    async (_, weather) => {
      const headers = bearer(await faults.edge.signIn());
      faults.database.set(weather);
      const answers = await Promise.all(
        ["/api/submissions", "/api/submissions/counts", "/api/profile"].map((path) =>
          faults.edge.fetch(path, { headers }),
        ),
      );
      faults.database.set("fine");
      await faults.database.settled();
      for (const answer of answers) {
        expect(await answer.json()).toMatchObject({ status: 503, code: "database_unavailable" });
        expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
      }
    },
  );

  test("whose change was made and not heard of makes it again, and it is made once", async () => {
    const headers = bearer(await faults.edge.signIn());
    const name = `Ana ${crypto.randomUUID()}`;
    const sent = await faults.edge.fetch("/api/contact", json({ name, email: "ana@cliente.example" }));
    const { id } = (await sent.json()) as { id: string };
    const change = (init: RequestInit) => faults.edge.fetch(`/api/submissions/${id}`, init);
    const twice = async (init: () => RequestInit) => {
      faults.database.set("lost");
      const first = (await change(init())).status;
      faults.database.set("fine");
      await faults.database.settled();
      return [first, (await change(init())).status];
    };
    expect(await twice(() => json({ read: true }, headers, "PATCH"))).toEqual([503, 200]);
    expect(await (await change({ headers })).json()).toMatchObject({ read: true });
    expect(await twice(() => ({ method: "DELETE", headers }))).toEqual([503, 404]);
  });
});

describe("while the disk of the database is full", () => {
  const owner = (statement: string) => faults.edge.database.asOwner(statement);
  beforeAll(async () => {
    await faults.redeploy("there");
    // As PostgreSQL says it (53100), wherever something would be written.
    await owner(`create function disk_is_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
    for (const table of ["contact_submissions", "sessions"]) {
      await owner(`create trigger full_disk before insert on ${table} execute function disk_is_full()`);
    }
  });
  const makeRoom = async () => {
    for (const table of ["contact_submissions", "sessions"]) {
      await owner(`drop trigger if exists full_disk on ${table}`);
    }
  };
  afterAll(makeRoom);

  test("no one is signed in, a message is taken, and it is in the inbox once there is room", async () => {
    const { status } = await faults.edge.fetch("/api/auth/token?grant_type=password", json(visitor));
    expect(status).toBeGreaterThanOrEqual(500);
    const { answers, ...outcome } = await faults.tryMessages(
      tries,
      async () => {
        await expect.poll(() => faults.database.asked(), { interval: 1 }).toBeGreaterThan(0);
        await faults.database.settled();
      },
      makeRoom,
    );
    expect(outcome).toEqual({ tries, lost: 0, doubled: 0 });
    expect(answers).toEqual({ 202: tries });
  });
});

describe("a session is what its owner last heard of it", () => {
  beforeAll(() => faults.redeploy("there"));
  const signOut = (session: { access_token: string }) =>
    faults.edge.fetch("/api/auth/logout?scope=local", { method: "POST", headers: bearer(session) });
  const living = async () =>
    (await faults.edge.database.asOwner("select from sessions where ended_at is null")).length;

  test.each<[string, Weather]>([
    ["the answer of the database is lost", "lost"],
    ["comes by halves", "torn"],
  ])("a sign-out of which %s is an outage, and has ended it", async (_, weather) => {
    const session = await faults.edge.signIn(visitor);
    const before = await living();
    faults.database.set(weather);
    expect((await signOut(session)).status).toBe(503);
    faults.database.set("fine");
    expect((await signOut(session)).status).toBe(403);
    expect(await living()).toBe(before - 1);
  });

  test("an exchange of a refresh token whose answer is lost brings the same session when it is asked for again", async () => {
    const { refresh_token } = await faults.edge.signIn(visitor);
    const before = await living();
    const refresh = () =>
      faults.edge.fetch("/api/auth/token?grant_type=refresh_token", json({ refresh_token }));
    faults.database.set("lost");
    expect((await refresh()).status).toBe(503);
    faults.database.set("fine");
    expect((await refresh()).status).toBe(200);
    expect(await living()).toBe(before);
  });

  test.each(databaseFaults)(
    "no one is signed in by a wrong password while the database %s",
    async (_, weather) => {
      const before = await living();
      faults.database.set(weather);
      const { status } = await faults.edge.fetch(
        "/api/auth/token?grant_type=password",
        json({ email: visitor.email, password: "a wrong one" }),
      );
      faults.database.set("fine");
      await faults.database.settled();
      expect(status).toBe(503);
      expect(await living()).toBe(before);
    },
  );
});
