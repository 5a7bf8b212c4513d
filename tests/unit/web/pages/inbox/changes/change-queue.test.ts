import { describe, expect, test } from "vitest";
import type { ScreenedSubmission, SubmissionAction } from "#functions/contract/submission.ts";
import { ApiError } from "#web/api/api-error.ts";
import { createChangeQueue } from "#web/pages/inbox/changes/change-queue.ts";
import { changed, changeOf, countsNow } from "#web/pages/inbox/shared/submissions.ts";
import type { Change } from "#web/pages/inbox/types.ts";
import { submission } from "../submission.ts";

const one = submission("1");
const two = submission("2");
const before = { all: 5, unread: 3, read: 2, spam: 1 };
const change = (...given: Parameters<typeof changeOf>) => changeOf(...given) as Change;

/** Creates a queue whose calls end when the test decides. */
function start() {
  const calls: { action: SubmissionAction; ids: string[]; end: (error?: unknown) => Promise<void> }[] = [];
  const heard: string[] = [];
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
      heard.push(failed ? `failed ${action}${count > 0 ? ` ${count}` : ""}` : `done ${action}`),
  });
  const shown = (which = one) => changed(queue.get().changes, which);
  const counts = () => countsNow(before, 0, queue.get());
  return { queue, calls, heard, applied, shown, counts };
}

describe("a change", () => {
  test("is visible at once and confirmed by the answer of the edge", async () => {
    const { queue, calls, heard, shown } = start();
    queue.add(change("read", [one]));
    expect(shown()?.read).toBe(true);
    await calls[0]?.end();
    expect(queue.get().changes).toEqual([]);
    expect(heard).toEqual(["done read"]);
  });

  test("is reverted alone when it is rejected, and later changes stay", async () => {
    const { queue, calls, heard, shown } = start();
    queue.add(change("read", [one]));
    queue.add(change("spam", [one, two]));
    await calls[0]?.end(new ApiError("database_unavailable", 503));
    expect(shown()).toMatchObject({ read: false, spam: true });
    expect(heard).toEqual(["failed read"]);
    await calls[1]?.end();
    expect(heard).toEqual(["failed read", "done spam"]);
  });

  test("is sent after the previous change, so that the last change wins", async () => {
    const { queue, calls, shown } = start();
    queue.add(change("read", [one]));
    queue.add(change("unread", [{ ...one, read: true }]));
    expect(calls.length).toBe(1);
    expect(shown()?.read).toBe(false);
    await calls[0]?.end();
    expect(calls.map((call) => call.action)).toEqual(["read", "unread"]);
  });

  test.each([
    ["offline", "network"],
    ["unauthenticated", "session"],
  ] as const)("waits while the edge is not available (%s)", async (code, waitsFor) => {
    const { queue, calls, heard, shown } = start();
    queue.add(change("delete", [one]));
    queue.add(change("read", [two]));
    await calls[0]?.end(new ApiError(code));
    expect(queue.get()).toMatchObject({ waitsFor });
    expect(shown()).toBeNull();
    expect(heard).toEqual([]);
    queue.resume();
    await calls[1]?.end();
    await calls[2]?.end();
    expect(heard).toEqual(["done delete", "done read"]);
  });

  test("holds only the messages that it changes, and is null without any", () => {
    const read = submission("3", 0, { read: true });
    expect(changeOf("read", [one, read])?.submissions).toEqual([one]);
    expect(changeOf("read", [read])).toBeNull();
    expect(changeOf("delete", [read])?.submissions).toEqual([read]);
  });

  test("above the limit of a call is sent in parts, and a failure reports the changed number", async () => {
    const { queue, calls, heard, applied, counts } = start();
    const many = Array.from({ length: 1_100 }, (_, index) => submission(`many ${index}`));
    queue.add(change("read", many));
    expect(calls[0]?.ids.length).toBe(500);
    expect(counts().unread).toBe(before.unread - 1_100);
    await calls[0]?.end();
    expect(counts().unread).toBe(before.unread - 1_100);
    await calls[1]?.end(new ApiError("database_unavailable", 503));
    expect(heard).toEqual(["failed read 500"]);
    expect(applied.length).toBe(1);
    expect(counts()).toEqual({ ...before, unread: before.unread - 500, read: before.read + 500 });
  });

  test("can be cancelled only before it is sent", async () => {
    const { queue, calls, shown } = start();
    const [first, second] = [change("read", [one]), change("spam", [one])];
    queue.add(first);
    queue.add(second);
    expect(queue.cancel(first)).toBe(false);
    expect(queue.cancel(second)).toBe(true);
    expect(shown()).toMatchObject({ read: true, spam: false });
    expect(queue.cancel(second)).toBe(false);
    await calls[0]?.end();
    expect(calls.length).toBe(1);
    expect(queue.cancel(first)).toBe(false);
  });

  test("cannot be cancelled after an attempt without an answer, which may have arrived", async () => {
    const { queue, calls } = start();
    const tried = change("read", [one]);
    queue.add(tried);
    await calls[0]?.end(new ApiError("offline"));
    expect(queue.cancel(tried)).toBe(false);
  });
});

describe("an action whose answer names the changed messages", () => {
  const spam = () => Promise.resolve({ action: "spam" as const, ids: new Set([one.id, two.id]) });

  test("is applied, counted with pending changes, and added to a pending answer", async () => {
    const { queue, applied, counts } = start();
    queue.add(change("read", [one]));
    const { promise, resolve } = Promise.withResolvers<ScreenedSubmission[]>();
    const read = queue.during(
      () => promise,
      (answer, confirmed) => answer.flatMap((each) => changed(confirmed, each) ?? []),
    );
    await queue.ask(spam);
    resolve([one, two]);
    expect(applied).toEqual(["spam 1,2"]);
    expect((await read).map((each) => each.spam)).toEqual([true, true]);
    expect(counts()).toEqual({ ...before, all: 4, unread: 2, spam: 2 });
  });

  test("delays reading the counts while it runs, also after a parallel change has ended", async () => {
    const { queue, calls } = start();
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof spam>>>();
    const asked = queue.ask(() => promise);
    queue.add(change("read", [one]));
    await calls[0]?.end();
    let answers = 0;
    const reading = queue.undisturbed(async () => {
      answers += 1;
    });
    expect(answers).toBe(0);
    resolve(await spam());
    await Promise.all([asked, reading]);
    expect(answers).toBe(1);
  });

  test("changes nothing when it is rejected", async () => {
    const { queue, applied, counts } = start();
    const refused = queue.ask(() => Promise.reject(new ApiError("database_unavailable", 503)));
    await expect(refused).rejects.toThrow(ApiError);
    expect(applied).toEqual([]);
    expect(counts()).toEqual(before);
  });
});

describe("the counts", () => {
  test("include every change once, confirmed or not, after any rejection", async () => {
    const { queue, calls, counts } = start();
    queue.add(change("spam", [one]));
    // The row shows the message as spam, which the edge rejects.
    queue.add(change("read", [{ ...one, spam: true }]));
    expect(counts()).toEqual({ ...before, all: 4, unread: 2, spam: 2 });
    await calls[0]?.end(new ApiError("database_unavailable", 503));
    expect(counts()).toEqual({ ...before, unread: 2, read: 3 });
    await calls[1]?.end();
    expect(counts()).toEqual({ ...before, unread: 2, read: 3 });
  });

  test("do not count a repeated undo twice", async () => {
    const { queue, calls, counts } = start();
    const read = { ...one, read: true };
    queue.add(change("read", [one]));
    queue.add(change("unread", [read]));
    queue.add(change("unread", [read]));
    for (const at of [0, 1, 2]) await calls[at]?.end();
    expect(counts()).toEqual(before);
  });
});

describe("a pending answer", () => {
  test("includes changes confirmed since its request, and none from before", async () => {
    const { queue, calls } = start();
    queue.add(change("spam", [two]));
    await calls[0]?.end();
    queue.add(change("read", [one]));
    const { promise, resolve } = Promise.withResolvers<ScreenedSubmission[]>();
    const read = queue.during(
      () => promise,
      (answer, confirmed) => answer.flatMap((each) => changed(confirmed, each) ?? []),
    );
    await calls[1]?.end();
    resolve([one, two]);
    expect(await read).toEqual([{ ...one, read: true }, two]);
  });

  test("is requested again when a change was sent meanwhile, and waits for running changes", async () => {
    const { queue, calls } = start();
    const answers: ((answer: number) => void)[] = [];
    const settled: unknown[] = [];
    queue.add(change("read", [one]));
    const reading = queue
      .undisturbed(() => new Promise<number>((resolve) => answers.push(resolve)))
      .then((seen) => settled.push(seen));
    expect(answers.length).toBe(0);
    await calls[0]?.end();
    expect(answers.length).toBe(1);
    queue.add(change("spam", [two]));
    answers[0]?.(1);
    await calls[1]?.end();
    expect(answers.length).toBe(2);
    answers[1]?.(2);
    await reading;
    expect(settled).toEqual([{ answer: 2, settled: 2 }]);
  });
});
