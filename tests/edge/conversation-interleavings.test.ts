import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { ConversationEntries, Draft, Entry } from "#functions/contract/conversation.schema.ts";
import { toInsert } from "../support/database.ts";
import { startEdge } from "../support/edge.ts";
import { bearer, json } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";
import { startForSuite } from "../support/suite.ts";

const batchSize = 5;
const batches = Math.ceil(Number(process.env.INTERLEAVINGS ?? 5) / batchSize);

const edge = startForSuite(async () => {
  const started = await startEdge();
  await started.deployScheduled();
  return started;
});
const colleague = { email: "ana@guaria.example", password: administrator.password };
let sessions: Record<string, string>[];

beforeAll(async () => {
  await edge.database.asOwner(
    `with account as (
       insert into accounts (id, email, email_confirmed_at) values (gen_random_uuid(), $1, now()) returning id)
     insert into profiles (user_id, role) select id, 'admin' from account`,
    [colleague.email],
  );
  // The grant of the role has removed every password.
  await edge.database.asOwner(
    `update accounts set password_hash = other.password_hash from accounts other
     where accounts.email = $1 and other.email = $2`,
    [colleague.email, administrator.email],
  );
});
// A session's token lives ten minutes.
beforeEach(async () => {
  sessions = [bearer(await edge.signIn()), bearer(await edge.signIn(colleague))];
});
/** A window of the inbox: its administrator, and what it last read of the conversation. */
type Window = { headers: Record<string, string>; revision: number; draft: Draft; sent: Entry[] };
type SentAnswer = { key: string; text: string; revision: number; status: number };

/** Creates a conversation with a customer, and four windows of two administrators. */
async function openConversation() {
  const id = randomUUID();
  const address = `${id}@cliente.example`;
  await edge.database.asOwner(
    ...toInsert("contact_submissions", { id, name: "Ricardo", email: address, message: "Hola" }),
  );
  const call = (path: string, init: RequestInit) => edge.fetch(`/api/submissions/${id}${path}`, init);
  const windows: Window[] = [0, 1, 0, 1].map((administratorIndex) => ({
    headers: sessions[administratorIndex] as Record<string, string>,
    revision: 1,
    draft: { text: "", revision: 0, kind: "answer" },
    sent: [],
  }));
  const answers: SentAnswer[] = [];
  const takenBack = new Set<string>();
  const replies: string[] = [];
  const notes: string[] = [];
  let token: string | null = null;

  const read = async (window: Window): Promise<ConversationEntries> => {
    const conversation = (await (
      await call("/entries", { headers: window.headers })
    ).json()) as ConversationEntries;
    window.revision = conversation.revision;
    return conversation;
  };
  const send = async (window: Window, answer: SentAnswer, anyway: boolean) => {
    const { text, key, revision } = answer;
    const response = await call(
      "/answers",
      json({ text, revision, anyway }, { ...window.headers, "Idempotency-Key": key }),
    );
    answer.status = response.status;
    if (response.status === 201) window.sent.push((await response.json()) as Entry);
    else await response.body?.cancel();
  };

  const steps = {
    async type(window: Window) {
      const text = `borrador ${randomUUID()}`;
      const { revision } = window.draft;
      const response = await call("/draft", json({ text, revision }, window.headers, "PUT"));
      const draft = (await response.json()) as Draft;
      // A conflict shows the stored draft, so the window knows both texts.
      expect([200, 409]).toContain(response.status);
      window.draft = { text: draft.text, revision: draft.revision, kind: draft.kind };
    },
    async send(window: Window) {
      const answer = {
        key: randomUUID(),
        text: `respuesta ${randomUUID()}`,
        revision: window.revision,
        status: 0,
      };
      answers.push(answer);
      await send(window, answer, false);
      if (answer.status === 409) await read(window);
    },
    async sendAnyway(window: Window) {
      const answer = { key: randomUUID(), text: `respuesta ${randomUUID()}`, revision: 1, status: 0 };
      answers.push(answer);
      await send(window, answer, true);
    },
    /** Sends an answer twice at once, as a window does whose network lost the first response. */
    async sendTwice(window: Window) {
      const answer = {
        key: randomUUID(),
        text: `respuesta ${randomUUID()}`,
        revision: window.revision,
        status: 0,
      };
      answers.push(answer);
      await Promise.all([send(window, answer, false), send(window, { ...answer }, false)]);
      await send(window, answer, false);
    },
    async takeBack(window: Window) {
      const entry = window.sent.pop();
      if (!entry) return;
      const { status } = await call(`/answers/${entry.id}`, { method: "DELETE", headers: window.headers });
      if (status === 204) takenBack.add(entry.text);
    },
    async note(window: Window) {
      const text = `nota ${randomUUID()}`;
      notes.push(text);
      await call("/notes", json({ text }, window.headers));
    },
    close: (window: Window) => call("", json({ state: "closed" }, window.headers, "PATCH")),
    read,
    async mailsLeave() {
      await edge.database.asOwner(
        "update outgoing_mails set next_attempt_at = now() where sent_at is null and given_up_at is null",
      );
      // Without the KV entries that say whether work is due, the scheduled Worker queries the database.
      const spool = await edge.openSpool();
      await Promise.all(["due/left", "due/looked"].map((name) => spool.delete(name)));
      await edge.fire();
      const [mail] = await edge.mailbox.listTo(address);
      token = /\/conversacion#([\w-]{43})/.exec(String(mail?.text))?.[1] ?? token;
    },
    async customerWrites() {
      if (!token) return;
      const text = `cliente ${randomUUID()}`;
      const { status } = await edge.fetch(
        "/api/conversation/entries",
        json({ token, text }, { "Idempotency-Key": randomUUID() }),
      );
      if (status === 201) replies.push(text);
    },
  };

  /** Expects that nothing was lost, sent twice or sent to another address, and that all windows read the same. */
  async function expectConsistent() {
    await steps.mailsLeave();
    const conversations = await Promise.all(windows.map(read));
    const [{ items, revision, state } = {} as ConversationEntries] = conversations;
    for (const conversation of conversations) {
      expect({ revision: conversation.revision, state: conversation.state }).toEqual({ revision, state });
    }
    const listTexts = (kind: Entry["kind"]) =>
      items.filter((item) => item.kind === kind).map(({ text }) => text);
    const accepted = answers.filter(({ status, text }) => status === 201 && !takenBack.has(text));
    expect(listTexts("answer").sort()).toEqual(accepted.map(({ text }) => text).sort());
    expect(listTexts("note").sort()).toEqual(notes.sort());
    expect(listTexts("customer").sort()).toEqual(["Hola", ...replies].sort());
    const mails = (await edge.mailbox.listTo(address)).map((mail) => String(mail.text).split("\n", 1)[0]);
    expect(mails.sort()).toEqual(listTexts("answer").sort());
    // The columns of the conversation are what its entries say.
    const [summary] = await edge.database.asOwner(
      `select c.state = coalesce((select e.state from conversation_entries e where submission_id = c.id and e.state is not null
           order by created_at desc, e.id desc limit 1), 'unanswered') as state,
         c.first_answer_at is not distinct from (select min(created_at) from conversation_entries e
           where submission_id = c.id and kind = 'answer') as first_answer
       from contact_submissions c where id = $1`,
      [id],
    );
    expect(summary).toEqual({ state: true, first_answer: true });
  }
  return { windows, steps, expectConsistent };
}

type StepName = keyof Awaited<ReturnType<typeof openConversation>>["steps"];
const stepNames: StepName[] = [
  ...["type", "send", "sendAnyway", "sendTwice", "takeBack", "note", "close", "read"],
  ...["mailsLeave", "customerWrites"],
] as StepName[];

test.each(Array.from({ length: batches }, (_, seed) => seed))(
  "no answer is lost, sent twice or sent elsewhere in random interleavings (%i)",
  async (seed) => {
    // Steps of several windows at once, one group after the other.
    const group = fc.array(fc.tuple(fc.constantFrom(...stepNames), fc.nat(3)), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(group, { minLength: 3, maxLength: 10 }), async (interleaving) => {
        await edge.forgetMessages();
        const { windows, steps, expectConsistent } = await openConversation();
        for (const simultaneous of interleaving) {
          await Promise.all(simultaneous.map(([name, index]) => steps[name](windows[index] as Window)));
        }
        await expectConsistent();
      }),
      { numRuns: batchSize, seed },
    );
  },
);
