import { beforeAll, describe, expect, test } from "vitest";
import { databaseFaults, startFaults } from "../support/faults.ts";
import { selectCases, startForSuite } from "../support/suite.ts";

const tries = Number(process.env.TRIES ?? 4);
const kills = Number(process.env.KILLS ?? 2);

const faults = startForSuite(startFaults);

describe("a message is in the inbox once, and the company gets one notice", () => {
  describe("with a spool, while the database", () => {
    test.each(selectCases(databaseFaults, 3))("%s: it is accepted", async (_, database) => {
      expect(await faults.tryIn({ database }, tries)).toEqual({
        tries,
        lost: 0,
        doubled: 0,
        answers: { 202: tries },
      });
    });
  });

  describe("while the mail provider", () => {
    test.each(selectCases(databaseFaults, 3))("%s: it is accepted at once", async (_, mailer) => {
      expect(await faults.tryIn({ mailer }, tries)).toEqual({
        tries,
        lost: 0,
        doubled: 0,
        answers: { 201: tries },
      });
    });
  });

  test(`when the edge is killed in the middle of its requests, ${kills} times`, async () => {
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

describe("without a spool and a mail provider, a message is in the inbox once, while the database", () => {
  beforeAll(() => faults.redeploy("none"));

  test.each(selectCases(databaseFaults, 3))(
    "%s: it is accepted when it is sent again",
    async (_, database) => {
      expect(await faults.tryIn({ database, mailer: "away" }, tries)).toEqual({
        tries,
        lost: 0,
        doubled: 0,
        answers: { 503: tries },
      });
    },
  );
});
