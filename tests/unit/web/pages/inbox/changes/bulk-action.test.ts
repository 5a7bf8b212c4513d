import { describe, expect, test } from "vitest";
import type { SubmissionAction } from "#functions/contract/submission.ts";
import { type BulkPorts, createBulkAction } from "#web/pages/inbox/changes/bulk-action.ts";
import { createUndoStack, type Undo } from "#web/pages/inbox/changes/undo-stack.ts";
import type { Progress } from "#web/pages/inbox/store.ts";

const selection = { filter: "all", search: "cámaras" } as const;
const seenUntil = "2026-11-20T12:00:00.000Z";

/** A bulk action on an edge that answers call by call with these ids; a call without any fails. */
function begin(...answers: (string[] | null)[]) {
  const asked: { until: string; action: SubmissionAction }[] = [];
  const undone: string[][] = [];
  const said: unknown[][] = [];
  const progress: (Progress | null)[] = [];
  const undos = createUndoStack();
  let atCall: (call: number) => void = () => {};
  let offered: Undo | null = null;
  const say = (...words: unknown[]) => {
    said.push(words);
    return () => {};
  };
  const ports: BulkPorts = {
    async changeMatching(_selection, until, action) {
      asked.push({ until, action });
      atCall(asked.length);
      const ids = answers[asked.length - 1];
      if (!ids) throw new Error("the edge does not answer");
      return { ids, more: asked.length < answers.length };
    },
    async changeSubmissions(ids) {
      undone.push(ids);
    },
    progressed: (now) => progress.push(now),
    ended: () => {},
    say: {
      done(action, count, undo) {
        offered = undo;
        return say("done", action, count);
      },
      failed: (action) => say("failed", action),
      partly(action, failed, count, undo) {
        offered = undo;
        return say("partly", action, failed, count);
      },
    },
  };
  const bulk = createBulkAction(ports, undos);
  return {
    ...{ asked, undone, said, progress, undos, stop: bulk.stop },
    start: (action: SubmissionAction) => bulk.start(action, selection, seenUntil, 3),
    undo: () => offered?.(),
    during(act: (call: number) => void) {
      atCall = act;
    },
  };
}

describe("an action on everything that matches", () => {
  test("reaches with every call only what had been seen when it was asked for", async () => {
    const { start, asked, said } = begin(["c", "b"], ["a"]);
    await start("delete");
    expect(asked).toEqual([
      { until: seenUntil, action: "delete" },
      { until: seenUntil, action: "delete" },
    ]);
    expect(said).toEqual([["done", "delete", 3]]);
  });

  test("says how far it is, call by call", async () => {
    const { start, progress } = begin(["c", "b"], ["a"]);
    await start("read");
    expect(progress.map((now) => now?.done)).toEqual([0, 2, 3, undefined]);
  });

  test("stops between two calls, and keeps what was done until then", async () => {
    const { start, stop, during, asked, said } = begin(["c", "b"], ["a"]);
    during(stop);
    await start("read");
    expect(asked).toHaveLength(1);
    expect(said).toEqual([["partly", "read", false, 2]]);
  });

  test("says how many it has reached when a call fails, and nothing but that when it is the first", async () => {
    const second = begin(["c", "b"], null);
    await second.start("read");
    expect(second.said).toEqual([["partly", "read", true, 2]]);
    const first = begin(null);
    await first.start("read");
    expect(first.said).toEqual([["failed", "read"]]);
    expect(first.undos.last()).toBeUndefined();
  });

  test("is undone by the names of what it did; a deletion is for good, and with it all before", async () => {
    const { start, undo, undone, undos, said } = begin(["c", "b"], ["a"]);
    await start("read");
    undo();
    await expect
      .poll(() => said)
      .toEqual([
        ["done", "read", 3],
        ["done", "unread", 3],
      ]);
    expect(undone).toEqual([["c", "b", "a"]]);
    undos.push(() => {});
    await start("delete");
    expect(undos.last()).toBeUndefined();
  });
});
