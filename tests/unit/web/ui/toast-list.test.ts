import { describe, expect, test } from "vitest";
import { duration, nextToasts, type ShownToast } from "#web/ui/toast-list.ts";

const show = (toasts: readonly ShownToast[], id: number, title: string) =>
  nextToasts(toasts, { type: "show", toast: { id, title } });
const titles = (toasts: readonly ShownToast[]) => toasts.map(({ title }) => title);

describe("toasts", () => {
  test("replace each other", () => {
    const shown = show(show([], 1, "a"), 2, "b");
    expect(titles(shown)).toEqual(["b"]);
    expect(shown.at(-1)?.id).toBe(2);
  });

  test("keep an error until the next error, despite later successes", () => {
    const wrong = nextToasts(show([], 1, "a"), {
      type: "show",
      toast: { id: 2, title: "wrong", tone: "critical" },
    });
    expect(titles(wrong)).toEqual(["a", "wrong"]);
    const well = show(show(wrong, 3, "b"), 4, "c");
    expect(titles(well)).toEqual(["wrong", "c"]);
    const again = nextToasts(well, { type: "show", toast: { id: 5, title: "worse", tone: "critical" } });
    expect(titles(again)).toEqual(["c", "worse"]);
  });

  test("remove an error when the same action succeeds", () => {
    const wrong = nextToasts([], {
      type: "show",
      toast: { id: 1, about: "export", title: "wrong", tone: "critical" },
    });
    const other = nextToasts(wrong, { type: "show", toast: { id: 2, about: "read", title: "other" } });
    expect(titles(other)).toEqual(["wrong", "other"]);
    expect(
      titles(nextToasts(other, { type: "show", toast: { id: 3, about: "export", title: "well" } })),
    ).toEqual(["well"]);
  });

  test("disappear when dismissed", () => {
    expect(nextToasts(show([], 1, "a"), { type: "dismiss", id: 1 })).toEqual([]);
  });

  test("stay longer when they have an action", () => {
    expect(duration({ title: "a" })).toBeLessThan(duration({ title: "a", tone: "critical" }));
    expect(duration({ title: "a", action: { label: "b", href: "/" } })).toBe(
      duration({ title: "a", tone: "critical" }),
    );
  });
});
