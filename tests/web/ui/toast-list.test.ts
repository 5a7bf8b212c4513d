import { describe, expect, test } from "vitest";
import { duration, nextToasts, type ShownToast } from "#web/ui/toast-list.ts";

const show = (toasts: readonly ShownToast[], id: number, title: string) =>
  nextToasts(toasts, { type: "show", toast: { id, title } });
const titles = (toasts: readonly ShownToast[]) => toasts.map(({ title }) => title);

describe("toasts", () => {
  test("stand in the order they came, three at most", () => {
    const shown = ["a", "b", "c", "d"].reduce<readonly ShownToast[]>(
      (toasts, title, id) => show(toasts, id, title),
      [],
    );
    expect(titles(shown)).toEqual(["b", "c", "d"]);
  });

  test("say the same thing once, the newest time", () => {
    const shown = show(show(show([], 1, "a"), 2, "b"), 3, "a");
    expect(titles(shown)).toEqual(["b", "a"]);
    expect(shown.at(-1)?.id).toBe(3);
  });

  test("go when they are dismissed", () => {
    expect(nextToasts(show([], 1, "a"), { type: "dismiss", id: 1 })).toEqual([]);
  });

  test("stay longer when there is something to do about them", () => {
    expect(duration({ title: "a" })).toBeLessThan(duration({ title: "a", tone: "critical" }));
    expect(duration({ title: "a", action: { label: "b", href: "/" } })).toBe(
      duration({ title: "a", tone: "critical" }),
    );
  });
});
