import { describe, expect, test } from "vitest";
import type { FullSubmission, SubmissionAction } from "#functions/contract/submission.ts";
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
    send: (action, ids) => {
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
    apply: ({ action, ids }) => applied.push(`${action} ${[...ids]}`),
    ended: ({ action }, { count, failed }) =>
      reports.push(failed ? `failed ${action}${count > 0 ? ` ${count}` : ""}` : `done ${action}`),
  });
  const getVisible = (message = firstMessage) => applyChanges(queue.get().changes, message);
  const counts = () => toCurrentCounts(before, 0, queue.get());
  return { queue, calls, heard: reports, applied, shown: getVisible, counts };
}

describe("a change", () => {
  test("is visible at once and confirmed by the answer of the edge", async () => {
    const { queue, calls, heard: reports, shown: getVisible } = startQueue();
    queue.add(createTestChange("read", [firstMessage]));
    expect(getVisible()?.read).toBe(true);
    await calls[0]?.end();
    expect(queue.get().changes).toEqual([]);
    expect(reports).toEqual(["done read"]);
  });

  test("is reverted alone when it is rejected, and later changes stay", async () => {
    const { queue, calls, heard: reports, shown: getVisible } = startQueue();
    queue.add(createTestChange("read", [firstMessage]));
    queue.add(createTestChange("spam", [firstMessage, secondMessage]));
    await calls[0]?.end(new ApiError("database_unavailable", 503));
    expect(getVisible()).toMatchObject({ read: false, spam: true });
    expect(reports).toEqual(["failed read"]);
    await calls[1]?.end();
    expect(reports).toEqual(["failed read", "done spam"]);
  });

  test("is sent after the previous change, so that the last change wins", async () => {
    const { queue, calls, shown: getVisible } = startQueue();
    queue.add(createTestChange("read", [firstMessage]));
    queue.add(createTestChange("unread", [{ ...firstMessage, read: true }]));
    expect(calls.length).toBe(1);
    expect(getVisible()?.read).toBe(false);
    await calls[0]?.end();
    expect(calls.map((call) => call.action)).toEqual(["read", "unread"]);
  });

  test.each([
    ["offline", "network"],
    ["unauthenticated", "session"],
  ] as const)("waits while the edge is not available (%s)", async (code, waitsFor) => {
    const { queue, calls, heard: reports, shown: getVisible } = startQueue();
    queue.add(createTestChange("delete", [firstMessage]));
    queue.add(createTestChange("read", [secondMessage]));
    await calls[0]?.end(new ApiError(code));
    expect(queue.get()).toMatchObject({ waitsFor });
    expect(getVisible()).toBeNull();
    expect(reports).toEqual([]);
    queue.resume();
    await calls[1]?.end();
    await calls[2]?.end();
    expect(reports).toEqual(["done delete", "done read"]);
  });

  test("holds only the messages that it changes, and is null without any", () => {
    const read = createSubmission("3", 0, { read: true });
    expect(createChange("read", [firstMessage, read])?.submissions).toEqual([firstMessage]);
    expect(createChange("read", [read])).toBeNull();
    expect(createChange("delete", [read])?.submissions).toEqual([read]);
  });

  test("above the limit of a call is sent in parts, and a failure reports the changed number", async () => {
    const { queue, calls, heard: reports, applied, counts } = startQueue();
    const manyMessages = Array.from({ length: 1_100 }, (_, index) => createSubmission(`many ${index}`));
    queue.add(createTestChange("read", manyMessages));
    expect(calls[0]?.ids.length).toBe(500);
    expect(counts().unread).toBe(before.unread - 1_100);
    await calls[0]?.end();
    expect(counts().unread).toBe(before.unread - 1_100);
    await calls[1]?.end(new ApiError("database_unavailable", 503));
    expect(reports).toEqual(["failed read 500"]);
    expect(applied.length).toBe(1);
    expect(counts()).toEqual({ ...before, unread: before.unread - 500, read: before.read + 500 });
  });

  test("can be cancelled only before it is sent", async () => {
    const { queue, calls, shown: getVisible } = startQueue();
    const [first, second] = [
      createTestChange("read", [firstMessage]),
      createTestChange("spam", [firstMessage]),
    ];
    queue.add(first);
    queue.add(second);
    expect(queue.cancel(first)).toBe(false);
    expect(queue.cancel(second)).toBe(true);
    expect(getVisible()).toMatchObject({ read: true, spam: false });
    expect(queue.cancel(second)).toBe(false);
    await calls[0]?.end();
    expect(calls.length).toBe(1);
    expect(queue.cancel(first)).toBe(false);
  });

  test("cannot be cancelled after an attempt without an answer, which may have arrived", async () => {
    const { queue, calls } = startQueue();
    const attemptedChange = createTestChange("read", [firstMessage]);
    queue.add(attemptedChange);
    await calls[0]?.end(new ApiError("offline"));
    expect(queue.cancel(attemptedChange)).toBe(false);
  });
});

describe("an action whose answer names the changed messages", () => {
  const answerSpam = () =>
    Promise.resolve({ action: "spam" as const, ids: new Set([firstMessage.id, secondMessage.id]) });

  test("is applied, counted with pending changes, and added to a pending answer", async () => {
    const { queue, applied, counts } = startQueue();
    queue.add(createTestChange("read", [firstMessage]));
    const { promise, resolve } = Promise.withResolvers<FullSubmission[]>();
    const read = queue.readCorrected(
      () => promise,
      (answer, confirmed) => answer.flatMap((message) => applyChanges(confirmed, message) ?? []),
    );
    await queue.ask(answerSpam);
    resolve([firstMessage, secondMessage]);
    expect(applied).toEqual(["spam 1,2"]);
    expect((await read).map((message) => message.spam)).toEqual([true, true]);
    expect(counts()).toEqual({ ...before, all: 4, unread: 2, spam: 2 });
  });

  test("delays reading the counts while it runs, also after a parallel change has ended", async () => {
    const { queue, calls } = startQueue();
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof answerSpam>>>();
    const pendingAction = queue.ask(() => promise);
    queue.add(createTestChange("read", [firstMessage]));
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

  test("changes nothing when it is rejected", async () => {
    const { queue, applied, counts } = startQueue();
    const refused = queue.ask(() => Promise.reject(new ApiError("database_unavailable", 503)));
    await expect(refused).rejects.toThrow(ApiError);
    expect(applied).toEqual([]);
    expect(counts()).toEqual(before);
  });
});

describe("the counts", () => {
  test("include every change once, confirmed or not, after any rejection", async () => {
    const { queue, calls, counts } = startQueue();
    queue.add(createTestChange("spam", [firstMessage]));
    // The row shows the message as spam, which the edge rejects.
    queue.add(createTestChange("read", [{ ...firstMessage, spam: true }]));
    expect(counts()).toEqual({ ...before, all: 4, unread: 2, spam: 2 });
    await calls[0]?.end(new ApiError("database_unavailable", 503));
    expect(counts()).toEqual({ ...before, unread: 2, read: 3 });
    await calls[1]?.end();
    expect(counts()).toEqual({ ...before, unread: 2, read: 3 });
  });

  test("do not count a repeated undo twice", async () => {
    const { queue, calls, counts } = startQueue();
    const read = { ...firstMessage, read: true };
    queue.add(createTestChange("read", [firstMessage]));
    queue.add(createTestChange("unread", [read]));
    queue.add(createTestChange("unread", [read]));
    for (const at of [0, 1, 2]) await calls[at]?.end();
    expect(counts()).toEqual(before);
  });
});

describe("a pending answer", () => {
  test("includes changes confirmed since its request, and none from before", async () => {
    const { queue, calls } = startQueue();
    queue.add(createTestChange("spam", [secondMessage]));
    await calls[0]?.end();
    queue.add(createTestChange("read", [firstMessage]));
    const { promise, resolve } = Promise.withResolvers<FullSubmission[]>();
    const read = queue.readCorrected(
      () => promise,
      (answer, confirmed) => answer.flatMap((message) => applyChanges(confirmed, message) ?? []),
    );
    await calls[1]?.end();
    resolve([firstMessage, secondMessage]);
    expect(await read).toEqual([{ ...firstMessage, read: true }, secondMessage]);
  });

  test("is requested again when a change was sent meanwhile, and waits for running changes", async () => {
    const { queue, calls } = startQueue();
    const answers: ((answer: number) => void)[] = [];
    const settled: unknown[] = [];
    queue.add(createTestChange("read", [firstMessage]));
    const reading = queue
      .readUndisturbed(() => new Promise<number>((resolve) => answers.push(resolve)))
      .then((settledAnswer) => settled.push(settledAnswer));
    expect(answers.length).toBe(0);
    await calls[0]?.end();
    expect(answers.length).toBe(1);
    queue.add(createTestChange("spam", [secondMessage]));
    answers[0]?.(1);
    await calls[1]?.end();
    expect(answers.length).toBe(2);
    answers[1]?.(2);
    await reading;
    expect(settled).toEqual([{ answer: 2, settled: 2 }]);
  });
});
