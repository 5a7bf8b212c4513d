import { describe, expect, test } from "vitest";
import { ApiError } from "#web/api/api-error.ts";
import { type Change, changed, changeOf, createChangeQueue } from "#web/pages/inbox/change-queue.ts";
import { submission } from "./submission.ts";

const one = submission("1");
const two = submission("2");
const change = (...given: Parameters<typeof changeOf>) => changeOf(...given) as Change;

/** A queue whose calls end when the test says how. */
function start() {
  const calls: { change: Change; end: (error?: unknown) => Promise<void> }[] = [];
  const heard: string[] = [];
  const queue = createChangeQueue({
    send: (asked) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      calls.push({
        change: asked,
        async end(error) {
          if (error) reject(error);
          else resolve();
          // What follows from it runs after the promise.
          await new Promise((done) => setImmediate(done));
        },
      });
      return promise;
    },
    done: ({ action }) => heard.push(`done ${action}`),
    failed: ({ action }) => heard.push(`failed ${action}`),
  });
  const shown = (which = one) => changed(queue.get().changes, which);
  return { queue, calls, heard, shown };
}

describe("a change", () => {
  test("is seen at once, and confirmed when the edge has taken it", async () => {
    const { queue, calls, heard, shown } = start();
    queue.add(change("read", [one]));
    expect(shown()?.read).toBe(true);
    await calls[0]?.end();
    expect(queue.get().changes).toEqual([]);
    expect(heard).toEqual(["done read"]);
  });

  test("is taken back alone when it is refused: what else was asked for stays", async () => {
    const { queue, calls, heard, shown } = start();
    queue.add(change("read", [one]));
    queue.add(change("spam", [one, two]));
    await calls[0]?.end(new ApiError("database_unavailable", 503));
    expect(shown()).toMatchObject({ read: false, spam: true });
    expect(heard).toEqual(["failed read"]);
    await calls[1]?.end();
    expect(heard).toEqual(["failed read", "done spam"]);
  });

  test("is sent after the one before it, so that the last one counts", async () => {
    const { queue, calls, shown } = start();
    queue.add(change("read", [one]));
    queue.add(change("unread", [{ ...one, read: true }]));
    expect(calls.length).toBe(1);
    expect(shown()?.read).toBe(false);
    await calls[0]?.end();
    expect(calls.map((call) => call.change.action)).toEqual(["read", "unread"]);
  });

  test.each(["offline", "unauthenticated"] as const)(
    "waits while the edge cannot be asked (%s)",
    async (code) => {
      const { queue, calls, heard, shown } = start();
      queue.add(change("delete", [one]));
      queue.add(change("read", [two]));
      await calls[0]?.end(new ApiError(code));
      expect(queue.get()).toMatchObject({ paused: true });
      expect(shown()).toBeNull();
      expect(heard).toEqual([]);
      queue.resume();
      await calls[1]?.end();
      await calls[2]?.end();
      expect(heard).toEqual(["done delete", "done read"]);
    },
  );

  test("concerns only the messages that it changes, and is none when there are none", () => {
    const read = submission("3", 0, { read: true });
    expect(changeOf("read", [one, read])?.submissions).toEqual([one]);
    expect(changeOf("read", [read])).toBeNull();
    expect(changeOf("delete", [read])?.submissions).toEqual([read]);
  });
});
