import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databaseFaults, startFaults } from "../support/faults.ts";
import { json } from "../support/requests.ts";
import { visitor } from "../support/seeded-people.ts";
import { startForSuite } from "../support/suite.ts";

const tries = Number(process.env.TRIES ?? 4);
const kills = Number(process.env.KILLS ?? 2);

const faults = startForSuite(startFaults);

describe("a message is in the inbox once, and the company gets one notice", () => {
  describe("with a spool, while the database", () => {
    test.each(databaseFaults)("%s: it is accepted", async (_, database) => {
      expect(await faults.tryIn({ database }, tries)).toEqual({
        tries,
        lost: 0,
        doubled: 0,
        answers: { 202: tries },
      });
    });
  });

  describe("while the mail provider", () => {
    test.each(databaseFaults)("%s: it is accepted at once", async (_, mailer) => {
      expect(await faults.tryIn({ mailer }, tries)).toEqual({
        tries,
        lost: 0,
        doubled: 0,
        answers: { 201: tries },
      });
    });
  });

  test(`when the edge is killed in the middle of its requests, ${kills} times`, {
    timeout: 1_800_000,
  }, async () => {
    /** Sends messages, and kills the edge after `requests` more database requests. */
    const killAfter = async (requests: number) => {
      const reached = faults.database.asked() + requests;
      const { answers, ...outcome } = await faults.tryMessages(tries, async () => {
        await expect.poll(() => faults.database.asked(), { interval: 1 }).toBeGreaterThanOrEqual(reached);
        await faults.redeploy("there");
      });
      expect(outcome).toEqual({ tries, lost: 0, doubled: 0 });
      return answers;
    };
    // The kill comes before, during or after the work of the database.
    for (let kill = 0; kill < kills; kill += 1) await killAfter(kill % (tries + 1));
    // These requests are certainly in progress.
    faults.database.set("silent");
    expect(await killAfter(tries)).toEqual({ 0: tries });
  });
});

describe("while the disk of the database is full", () => {
  const runAsOwner = (statement: string) => faults.edge.database.asOwner(statement);
  beforeAll(async () => {
    // Raises the error that PostgreSQL reports (53100) on every insert.
    await runAsOwner(`create function disk_is_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
    for (const table of ["contact_submissions", "sessions"]) {
      await runAsOwner(`create trigger full_disk before insert on ${table} execute function disk_is_full()`);
    }
  });
  const makeRoom = async () => {
    for (const table of ["contact_submissions", "sessions"]) {
      await runAsOwner(`drop trigger if exists full_disk on ${table}`);
    }
  };
  afterAll(makeRoom);

  test("nobody is signed in, a message is accepted, and it reaches the inbox once there is space", async () => {
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

describe("without a spool and a mail provider, a message is in the inbox once, while the database", () => {
  beforeAll(() => faults.redeploy("none"));

  test.each(databaseFaults)("%s: it is accepted when it is sent again", async (_, database) => {
    expect(await faults.tryIn({ database, mailer: "away" }, tries)).toEqual({
      tries,
      lost: 0,
      doubled: 0,
      answers: { 503: tries },
    });
  });
});
