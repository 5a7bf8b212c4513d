import { describe, expect, test } from "vitest";
import { getDurationMs, nextToasts, type VisibleToast } from "#web/ui/toast-list.ts";

const showToast = (toasts: readonly VisibleToast[], id: number, title: string) =>
  nextToasts(toasts, { type: "show", toast: { id, title } });
const listTitles = (toasts: readonly VisibleToast[]) => toasts.map(({ title }) => title);

describe("toasts", () => {
  test("replace each other", () => {
    const shownToasts = showToast(showToast([], 1, "a"), 2, "b");
    expect(listTitles(shownToasts)).toEqual(["b"]);
    expect(shownToasts.at(-1)?.id).toBe(2);
  });

  test("keep an error until the next error, despite later successes", () => {
    const wrong = nextToasts(showToast([], 1, "a"), {
      type: "show",
      toast: { id: 2, title: "wrong", tone: "critical" },
    });
    expect(listTitles(wrong)).toEqual(["a", "wrong"]);
    const well = showToast(showToast(wrong, 3, "b"), 4, "c");
    expect(listTitles(well)).toEqual(["wrong", "c"]);
    const worseToasts = nextToasts(well, {
      type: "show",
      toast: { id: 5, title: "worse", tone: "critical" },
    });
    expect(listTitles(worseToasts)).toEqual(["c", "worse"]);
  });

  test("remove an error when the same action succeeds", () => {
    const wrong = nextToasts([], {
      type: "show",
      toast: { id: 1, about: "export", title: "wrong", tone: "critical" },
    });
    const otherToasts = nextToasts(wrong, { type: "show", toast: { id: 2, about: "read", title: "other" } });
    expect(listTitles(otherToasts)).toEqual(["wrong", "other"]);
    expect(
      listTitles(nextToasts(otherToasts, { type: "show", toast: { id: 3, about: "export", title: "well" } })),
    ).toEqual(["well"]);
  });

  test("disappear when dismissed", () => {
    expect(nextToasts(showToast([], 1, "a"), { type: "dismiss", id: 1 })).toEqual([]);
  });

  test("stay longer when they have an action", () => {
    expect(getDurationMs({ title: "a" })).toBeLessThan(getDurationMs({ title: "a", tone: "critical" }));
    expect(getDurationMs({ title: "a", action: { label: "b", href: "/" } })).toBe(
      getDurationMs({ title: "a", tone: "critical" }),
    );
  });
});
