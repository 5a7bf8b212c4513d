import { describe, expect, test } from "vitest";
import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import type { SubmissionAction } from "#functions/contract/submission.ts";
import { ApiError } from "#web/api/api-error.ts";
import { createChangeQueue } from "#web/pages/inbox/changes/change-queue.ts";
import { applyChanges, createChange, toCurrentCounts } from "#web/pages/inbox/shared/submissions.ts";
import type { Change } from "#web/pages/inbox/types.ts";
import { createSubmission } from "../submission.ts";

const firstMessage = createSubmission("1");
const secondMessage = createSubmission("2");
const before = { all: 5, unread: 3, read: 2, spam: 1 };
const createTestChange = (...args: Parameters<typeof createChange>) => createChange(...args) as Change;

/** Creates a queue whose calls end when the test decides. */
function startQueue() {
  const calls: { action: SubmissionAction; ids: string[]; end: (error?: unknown) => Promise<void> }[] = [];
  const reports: string[] = [];
  const applied: string[] = [];
  const queue = createChangeQueue({
    send: ({ action }, ids) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      calls.push({
        action,
        ids,
        async end(error) {
          if (error) reject(error);
          else resolve();
          // Consequences run after the promise.
          await new Promise((done) => setImmediate(done));
        },
      });
      return promise;
    },
    sendMatching: async () => ({ ids: [], until: null }),
    onStart: () => {},
    apply: ({ action, ids }) => applied.push(`${action} ${[...ids]}`),
    onEnd: ({ action }, { count, hasFailed }) =>
      reports.push(hasFailed ? `failed ${action}${count > 0 ? ` ${count}` : ""}` : `done ${action}`),
  });
  const counts = () => toCurrentCounts(before, 0, queue.get());
  return { queue, calls, reports, applied, counts };
}

describe("a change", () => {
  test("holds only the messages that it changes, and is null without any", () => {
    const read = createSubmission("3", 0, { read: true });
    expect(createChange({ action: "read" }, [firstMessage, read])?.submissions).toEqual([firstMessage]);
    expect(createChange({ action: "read" }, [read])).toBeNull();
    expect(createChange({ action: "delete" }, [read])?.submissions).toEqual([read]);
  });

  test("above the limit of a call is sent in parts, and a failure reports the changed number", async () => {
    const { queue, calls, reports, applied, counts } = startQueue();
    const manyMessages = Array.from({ length: 1_100 }, (_, index) => createSubmission(`many ${index}`));
    queue.add(createTestChange({ action: "read" }, manyMessages));
    expect(calls[0]?.ids.length).toBe(500);
    expect(counts().unread).toBe(before.unread - 1_100);
    await calls[0]?.end();
    expect(counts().unread).toBe(before.unread - 1_100);
    await calls[1]?.end(new ApiError("database_unavailable", 503));
    expect(reports).toEqual(["failed read 500"]);
    expect(applied.length).toBe(1);
    expect(counts()).toEqual({ ...before, unread: before.unread - 500, read: before.read + 500 });
  });

  test("can be canceled only before it is sent", async () => {
    const { queue, calls } = startQueue();
    const [first, second] = [
      createTestChange({ action: "read" }, [firstMessage]),
      createTestChange({ action: "spam" }, [firstMessage]),
    ];
    queue.add(first);
    queue.add(second);
    expect(queue.cancel(first)).toBe(false);
    expect(queue.cancel(second)).toBe(true);
    expect(applyChanges(queue.get().changes, firstMessage)).toMatchObject({ read: true, spam: false });
    expect(queue.cancel(second)).toBe(false);
    await calls[0]?.end();
    expect(calls.length).toBe(1);
    expect(queue.cancel(first)).toBe(false);
  });

  test("cannot be cancelled after an attempt without an answer, which may have arrived", async () => {
    const { queue, calls } = startQueue();
    const attemptedChange = createTestChange({ action: "read" }, [firstMessage]);
    queue.add(attemptedChange);
    await calls[0]?.end(new ApiError("offline"));
    expect(queue.cancel(attemptedChange)).toBe(false);
  });
});

test("a message without a pending change keeps no confirmed state, which others may have changed since", async () => {
  const { queue, calls, counts } = startQueue();
  queue.add(createTestChange({ action: "read" }, [firstMessage]));
  await calls[0]?.end();
  expect(counts()).toEqual({ ...before, unread: 2, read: 3 });
  // Another administrator has marked the message as unread.
  queue.add(createTestChange({ action: "read" }, [firstMessage]));
  const { transitions } = queue.get();
  expect(toCurrentCounts(before, transitions.length, queue.get())).toEqual({ ...before, unread: 2, read: 3 });
});

test("a held change is shown and not sent until its release, and later changes pass it", async () => {
  const { queue, calls, counts } = startQueue();
  const deletion = createTestChange({ action: "delete" }, [firstMessage]);
  queue.hold(deletion);
  queue.add(createTestChange({ action: "read" }, [secondMessage]));
  expect(counts()).toEqual({ all: 4, unread: 1, read: 3, spam: 1 });
  expect(calls.map(({ action }) => action)).toEqual(["read"]);
  await calls[0]?.end();
  expect(calls.length).toBe(1);
  queue.release(deletion);
  expect(calls[1]).toMatchObject({ action: "delete", ids: ["1"] });
});

describe("an action whose answer names the changed messages", () => {
  const answerSpam = () =>
    Promise.resolve({ action: "spam" as const, ids: new Set([firstMessage.id, secondMessage.id]) });

  test("is applied, counted with pending changes, and added to a pending answer", async () => {
    const { queue, applied, counts } = startQueue();
    queue.add(createTestChange({ action: "read" }, [firstMessage]));
    const { promise, resolve } = Promise.withResolvers<FullSubmission[]>();
    const read = queue.readCorrected(
      () => promise,
      (answer, confirmed) => answer.flatMap((message) => applyChanges(confirmed, message) ?? []),
    );
    await queue.runImmediately(answerSpam);
    resolve([firstMessage, secondMessage]);
    expect(applied).toEqual(["spam 1,2"]);
    expect((await read).map((message) => message.spam)).toEqual([true, true]);
    expect(counts()).toEqual({ ...before, all: 4, unread: 2, spam: 2 });
  });

  test("delays reading the counts while it runs, also after a parallel change has ended", async () => {
    const { queue, calls } = startQueue();
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof answerSpam>>>();
    const pendingAction = queue.runImmediately(() => promise);
    queue.add(createTestChange({ action: "read" }, [firstMessage]));
    await calls[0]?.end();
    let answers = 0;
    const reading = queue.readUndisturbed(async () => {
      answers += 1;
    });
    expect(answers).toBe(0);
    resolve(await answerSpam());
    await Promise.all([pendingAction, reading]);
    expect(answers).toBe(1);
  });
});
