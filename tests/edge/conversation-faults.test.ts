import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { databaseFaults, startFaults } from "../support/faults.ts";
import { bearer, json } from "../support/requests.ts";
import { selectCases, startForSuite } from "../support/suite.ts";

const tries = Number(process.env.TRIES ?? 4);
const kills = Number(process.env.KILLS ?? 2);

const faults = startForSuite(startFaults);
let headers: Record<string, string>;
/** Runs calls while the edge's clock stands still, so a busy machine exceeds no timeout. */
const withoutTimeouts = <Value>(work: () => Promise<Value>) => faults.edge.holdClock(work);

/** Signs in. The edge's clock moves on in each test, and a session's token lives ten minutes. */
const signIn = async () => {
  // The edge reserves a time for each password, which does not come while its clock stands still.
  await faults.edge.advanceClock(1_000);
  headers = bearer(await withoutTimeouts(() => faults.edge.signIn()));
};
beforeEach(async () => {
  await faults.edge.forgetMessages();
  await signIn();
});

type PlannedAnswer = { id: string; key: string; address: string; text: string };

/** Inserts messages of different senders. Returns an answer to each that is not sent yet. */
async function createAnswers(count: number): Promise<PlannedAnswer[]> {
  const answers = Array.from({ length: count }, () => {
    const id = randomUUID();
    return { id, key: randomUUID(), address: `${id}@cliente.example`, text: `Respuesta a ${id}` };
  });
  await faults.edge.database.asOwner(
    `insert into contact_submissions (id, name, email, message)
     select id, 'Ana', address, 'Hola' from json_to_recordset($1) as row (id uuid, address text)`,
    [JSON.stringify(answers)],
  );
  return answers;
}

/** Sends an answer. Returns the status; 0 if no response came. */
const send = ({ id, key, text }: PlannedAnswer): Promise<number> =>
  faults.edge
    .fetch(
      `/api/submissions/${id}/answers`,
      json({ text, revision: 1 }, { ...headers, "Idempotency-Key": key }),
    )
    .then(
      async (response) => {
        await response.body?.cancel();
        return response.status;
      },
      () => 0,
    );

/** Repeats the calls that failed, as the inbox does, and sends every mail that waits. */
async function recover(answers: PlannedAnswer[], statuses: number[]): Promise<number[]> {
  await faults.recover();
  if (statuses.every((status) => status === 201)) return statuses;
  await signIn();
  const repeatedStatuses = await withoutTimeouts(() =>
    Promise.all(answers.map((answer, index) => (statuses[index] === 201 ? 201 : send(answer)))),
  );
  await faults.recover();
  return repeatedStatuses;
}

/** Expects that every answer is stored once and was mailed once, to the sender of its message. */
async function expectEachOnce(answers: PlannedAnswer[]): Promise<void> {
  const entries = await faults.edge.database.asOwner(
    "select submission_id::text as id, text, delivery from conversation_entries where kind = 'answer'",
  );
  const order = (a: Record<string, unknown>, b: Record<string, unknown>) =>
    String(a.id).localeCompare(String(b.id));
  expect(entries.sort(order)).toEqual(
    answers.map(({ id, text }) => ({ id, text, delivery: "sent" })).sort(order),
  );
  for (const { address, text } of answers) {
    const mails = await faults.edge.mailbox.listTo(address);
    expect(mails.map((mail) => mail.text?.split("\n", 1)[0])).toEqual([text]);
  }
}

describe("an answer is stored once and mailed once to its sender", () => {
  test.each(selectCases(databaseFaults, 3))("while the database %s", async (_, behavior) => {
    const answers = await createAnswers(tries);
    const statuses = await faults.requestIn(behavior, () => Promise.all(answers.map(send)));
    expect(await recover(answers, statuses)).toEqual(answers.map(() => 201));
    await expectEachOnce(answers);
  });

  test.each(selectCases(databaseFaults, 3))("while the mail provider %s", async (_, behavior) => {
    const answers = await createAnswers(tries);
    faults.mailer.set(behavior);
    await faults.edge.holdClock(async () => {
      expect(await Promise.all(answers.map(send))).toEqual(answers.map(() => 201));
      const attempted = faults.mailer.asked() + 1;
      await faults.edge.database.asOwner("update outgoing_mails set next_attempt_at = now()");
      await faults.edge.advanceClock(11_000);
      await expect.poll(() => faults.mailer.asked()).toBeGreaterThanOrEqual(attempted);
    });
    await recover(
      answers,
      answers.map(() => 201),
    );
    await expectEachOnce(answers);
  });

  test(`when the edge is killed at any step of storing and sending it, ${kills} times`, async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      const answers = await createAnswers(tries);
      const reached = faults.database.asked() + (kill % (3 * tries)) + 1;
      const statuses = await faults.edge.holdClock(async () => {
        const sending = Promise.all(answers.map(send));
        const mailing = sending.then(async () => {
          await faults.edge.database.asOwner("update outgoing_mails set next_attempt_at = now()");
          await faults.edge.fire();
        });
        await Promise.race([
          expect.poll(() => faults.database.asked(), { interval: 1 }).toBeGreaterThanOrEqual(reached),
          mailing.catch(() => {}),
        ]);
        await faults.redeploy("there");
        await mailing.catch(() => {});
        return sending;
      });
      expect(await recover(answers, statuses)).toEqual(answers.map(() => 201));
      await expectEachOnce(answers);
      await faults.edge.forgetMessages();
    }
  });
});
