import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type SpoolState, startEdge, visitorTimeout } from "./edge.ts";
import { type ServerBehavior, startProxy } from "./proxy.ts";
import { json } from "./requests.ts";

/** Every fault of a database, with the title of its test. */
export const databaseFaults: [what: string, weather: ServerBehavior][] = [
  ["ends every connection", "away"],
  ["never answers", "silent"],
  ["does the work, but loses its answer", "lost"],
  ["answers after the edge's timeout", "late"],
  ["sends half an answer", "torn"],
  ["sends an invalid answer", "nonsense"],
  ["answers with an error of its host", "failing"],
];

const isEndedByTimeout = (behavior?: ServerBehavior) => behavior === "silent" || behavior === "late";

/** The outcome of messages that were sent during a fault, after each was sent again until it was accepted. */
export type FaultOutcome = {
  tries: number;
  /** The number of answers by status during the fault. Status 0 means that no answer came. */
  answers: Record<string, number>;
  /** Messages that are not in the inbox, or without a notice to the company. */
  lost: number;
  /** Duplicate rows and mails. */
  doubled: number;
};

type KeyedMessage = { key: string; body: Record<string, string> };

/** Starts the edge and its scheduled Worker, with proxies in front of the database and the mail provider. */
export async function startFaults(overrides: Record<string, string> = {}) {
  const edge = await startEdge({ ...visitorTimeout, ...overrides });
  const database = await startProxy(new URL(edge.database.endpoint).origin);
  const mailer = await startProxy(`http://localhost:${edge.mailbox.port}`);
  const bindings = {
    DATABASE_FETCH_ENDPOINT: `${database.origin}/sql`,
    MAIL_API_URL: `${mailer.origin}/emails`,
    MAIL_DAILY_QUOTA: "10000000",
  };
  await edge.deployScheduled(bindings);

  const createMessages = (count: number): KeyedMessage[] =>
    Array.from({ length: count }, () => {
      const key = randomUUID();
      return { key, body: { name: `Ana ${key}`, email: `${key}@cliente.example`, message: "Hola" } };
    });
  const send = ({ key, body }: KeyedMessage): Promise<number> =>
    edge.fetch("/api/contact", json(body, { "Idempotency-Key": key })).then(
      async (response) => {
        await response.body?.cancel();
        return response.status;
      },
      () => 0,
    );
  const isAccepted = (status: number) => status === 201 || status === 202;

  /** Advances the edge's clock by the database timeout until `work` ends. */
  const passTimeouts = async (work: Promise<unknown>): Promise<void> => {
    let hasEnded = false;
    const end = () => {
      hasEnded = true;
    };
    work.then(end, end);
    const hasEndedAfterTimeout = async () => {
      if (!hasEnded) await edge.advanceClock(Number(visitorTimeout.DATABASE_TIMEOUT_MS));
      return hasEnded;
    };
    await expect.poll(hasEndedAfterTimeout).toBe(true);
  };

  /** Delivers everything that waits, as hours of scheduled runs would. */
  const recover = async () => {
    database.set("fine");
    mailer.set("fine");
    const settled = Promise.all([database.settled(), mailer.settled()]);
    await edge.holdClock(() => passTimeouts(settled));
    // A busy machine may not send all mails in one run. The first run also moves the spool into the database.
    for (let hour = 0; hour < 20; hour += 1) {
      const waitingMails = await edge.database.asOwner(
        "update outgoing_mails set next_attempt_at = now() where sent_at is null and given_up_at is null returning id",
      );
      if (hour > 0 && waitingMails.length === 0) return;
      await edge.fire(0);
    }
  };

  const countErrors = async (messages: KeyedMessage[]): Promise<Pick<FaultOutcome, "lost" | "doubled">> => {
    const rows = await edge.database.asOwner("select name from contact_submissions");
    const mails = await edge.mailbox.listTo("hola@guaria.example");
    const counts = messages.flatMap(({ body: { name = "" } }) => [
      rows.filter((row) => row.name === name).length,
      mails.filter(({ text }) => text?.includes(name)).length,
    ]);
    return {
      lost: counts.filter((count) => count === 0).length,
      doubled: counts.reduce((sum, count) => sum + Math.max(0, count - 1), 0),
    };
  };

  /**
   * Sends messages while `during` disturbs the edge or its services. Then it ends the disturbance with `end` and counts
   * the errors.
   * The edge's clock stands still until `end`, so that only a test that advances it ends a timeout.
   */
  async function tryMessages(
    count: number,
    during: (sending: Promise<number[]>) => Promise<unknown>,
    end: () => Promise<unknown> = async () => {},
  ): Promise<FaultOutcome> {
    const messages = createMessages(count);
    // Many messages in one minute count as a flood, of which the company gets no notices.
    await edge.database.asOwner("truncate message_rates");
    const statuses = await edge.holdClock(async () => {
      const sending = Promise.all(messages.map(send));
      await during(sending);
      return sending;
    });
    await end();
    await recover();
    // Sends again with the same key, as the visitor's browser does.
    const unacceptedMessages = messages.filter((_, index) => !isAccepted(statuses[index] as number));
    const retryStatuses = await Promise.all(unacceptedMessages.map(send));
    if (unacceptedMessages.length > 0) await recover();
    const answers: Record<string, number> = {};
    for (const status of statuses) answers[status] = (answers[status] ?? 0) + 1;
    const { lost, doubled } = await countErrors(messages);
    return {
      tries: count,
      answers,
      lost: lost + retryStatuses.filter((status) => !isAccepted(status)).length,
      doubled,
    };
  }

  return {
    edge,
    database,
    mailer,
    /** Deploys the edge again, with another state of the spool or the bucket, or other bindings. */
    redeploy: (spool?: SpoolState, changes: Record<string, string> = {}, bucket?: SpoolState) =>
      edge.redeploy({ ...bindings, ...changes }, spool, bucket),
    tryMessages,
    recover,
    /** Sends messages while the database and the mail provider behave in this way. */
    tryIn: (behaviors: { database?: ServerBehavior; mailer?: ServerBehavior }, count: number) => {
      database.set(behaviors.database ?? "fine");
      mailer.set(behaviors.mailer ?? "fine");
      return tryMessages(count, isEndedByTimeout(behaviors.database) ? passTimeouts : async () => {});
    },
    /** Sends requests while the database behaves in this way, from its call `step` on, and then ends the fault. */
    async requestIn<T>(behavior: ServerBehavior, send: () => Promise<T>, step = 1): Promise<T> {
      database.set(behavior, step);
      const answer = await edge.holdClock(async () => {
        const sending = send();
        if (isEndedByTimeout(behavior)) await passTimeouts(sending);
        return sending;
      });
      database.set("fine");
      await database.settled();
      return answer;
    },
    async close() {
      await edge.close();
      await Promise.all([database.close(), mailer.close()]);
    },
  };
}
