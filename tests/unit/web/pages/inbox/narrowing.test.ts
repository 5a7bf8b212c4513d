import { describe, expect, test } from "vitest";
import { emptyQueue, withChange } from "#web/pages/inbox/changes/change-queue.ts";
import { firstOfDays, isWithin } from "#web/pages/inbox/shared/narrowing.ts";
import { changeOf, countsNow } from "#web/pages/inbox/shared/submissions.ts";
import { submission } from "./submission.ts";

describe("a message matches the filters of a list", () => {
  // 05:00 UTC is 23:00 of the day before in the company's time zone.
  const late = submission("late", 0, { service_type: "cctv", created_at: "2026-11-21T05:00:00.000Z" });
  test.each([
    [{}, true],
    [{ service: "cctv" }, true],
    [{ service: "none" }, false],
    [{ language: "en" }, false],
    [{ from: "2026-11-20", to: "2026-11-20" }, true],
    [{ from: "2026-11-21" }, false],
    [{ to: "2026-11-19" }, false],
    [{ service: "cctv", language: "es", to: "2026-11-20" }, true],
  ] as const)("by service, language and day in the company's time zone: %j", (narrowing, is) => {
    expect(isWithin(narrowing, late)).toBe(is);
  });

  test("with the service “none” if it has no service", () => {
    expect(isWithin({ service: "none" }, submission("plain"))).toBe(true);
  });
});

test("the last days include today", () => {
  expect(firstOfDays(1, "2026-03-01")).toBe("2026-03-01");
  expect(firstOfDays(7, "2026-03-01")).toBe("2026-02-23");
});

test("counts of a filtered list include only changes of its messages", () => {
  const [counted, other] = [submission("counted", 0, { language: "en" }), submission("other", 1)];
  const change = changeOf("read", [counted, other]);
  const state = change ? withChange(emptyQueue, change) : emptyQueue;
  const counts = { all: 1, unread: 1, read: 0, spam: 0 };
  const now = countsNow(counts, 0, state, (one) => isWithin({ language: "en" }, one));
  expect(now).toEqual({ all: 1, unread: 0, read: 1, spam: 0 });
});
