import { describe, expect, test } from "vitest";
import { addChange, emptyQueue } from "#web/pages/inbox/changes/change-queue.ts";
import { isSelected, isWithin, toFirstDay } from "#web/pages/inbox/shared/narrowing.ts";
import { createChange, toCurrentCounts } from "#web/pages/inbox/shared/submissions.ts";
import { createSubmission } from "./submission.ts";

describe("a message matches the filters of a list", () => {
  // 05:00 UTC is 23:00 of the day before in the company's time zone.
  const late = createSubmission("late", 0, { service_type: "cctv", created_at: "2026-11-21T05:00:00.000Z" });
  test.each([
    [{}, true],
    [{ service: "cctv" }, true],
    [{ service: "none" }, false],
    [{ language: "en" }, false],
    [{ from: "2026-11-20", to: "2026-11-20" }, true],
    [{ from: "2026-11-21" }, false],
    [{ to: "2026-11-19" }, false],
    [{ service: "cctv", language: "es", to: "2026-11-20" }, true],
  ] as const)("by service, language and day in the company's time zone: %j", (narrowing, isMatch) => {
    expect(isWithin(narrowing, late)).toBe(isMatch);
  });

  test("never by a property that messages do not have", () => {
    expect(isWithin({ color: "red" } as object, late)).toBe(false);
  });

  test("with the service “none” if it has no service", () => {
    expect(isWithin({ service: "none" }, createSubmission("plain"))).toBe(true);
  });
});

test("the last days include today", () => {
  expect(toFirstDay(1, "2026-03-01")).toBe("2026-03-01");
  expect(toFirstDay(7, "2026-03-01")).toBe("2026-02-23");
});

test("counts of a filtered list include only changes of its messages", () => {
  const [counted, otherMessage] = [
    createSubmission("counted", 0, { language: "en" }),
    createSubmission("other", 1),
  ];
  const change = createChange({ action: "read" }, [counted, otherMessage]);
  const state = change ? addChange(emptyQueue, change) : emptyQueue;
  const counts = { all: 1, unread: 1, read: 0, spam: 0 };
  const updatedCounts = toCurrentCounts(counts, 0, state, (message) => isWithin({ language: "en" }, message));
  expect(updatedCounts).toEqual({ all: 1, unread: 0, read: 1, spam: 0 });
});

test("a message that leaves the narrowing leaves its counts, and returns with the undo", () => {
  const message = createSubmission("closed");
  const change = createChange({ action: "close" }, [message]);
  const state = change ? addChange(emptyQueue, change) : emptyQueue;
  const counts = { all: 1, unread: 1, read: 0, spam: 0 };
  const isUnanswered = (submission: typeof message) => isWithin({ state: "unanswered" }, submission);
  const noCounts = { all: 0, unread: 0, read: 0, spam: 0 };
  expect(toCurrentCounts(counts, 0, state, isUnanswered)).toEqual(noCounts);
  const isClosed = (submission: typeof message) => isWithin({ state: "closed" }, submission);
  expect(toCurrentCounts(noCounts, 0, state, isClosed)).toEqual(counts);
});

test.each([
  [{ assignee: "me" }, "", true],
  [{}, "is:waiting assigned:me from:luis", true],
  [{}, "is:waiting from:ana", false],
  [{}, "assigned:none", false],
  [{ state: "closed" }, "assigned:me", false],
] as const)(
  "the criteria %j and the search %j select what the edge selects",
  (narrowing, search, isMatch) => {
    const message = createSubmission("luis", 0, { state: "waiting", assignee: "my id", message: "Ana" });
    expect(isSelected({ filter: "all", search, me: "my id", ...narrowing }, message)).toBe(isMatch);
  },
);
