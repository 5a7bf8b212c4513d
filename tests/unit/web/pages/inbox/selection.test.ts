import { expect, test } from "vitest";
import { allOf, extended, nothing, remaining, toggled } from "#web/pages/inbox/store.ts";

const order = ["e", "d", "c", "b", "a"];
const idsOf = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort().join("");

test("adds and removes a message", () => {
  const one = toggled(nothing, "c");
  expect(idsOf(one)).toBe("c");
  expect(idsOf(toggled(one, "c"))).toBe("");
});

test("a range starts at the last selected message, in both directions", () => {
  const anchor = toggled(nothing, "c");
  expect(idsOf(extended(anchor, order, "a"))).toBe("abc");
  expect(idsOf(extended(extended(anchor, order, "a"), order, "e"))).toBe("abcde");
});

test("a range whose start has left the list starts again", () => {
  expect(idsOf(extended(toggled(nothing, "gone"), order, "b"))).toBe("bgone");
  expect(extended(toggled(nothing, "gone"), order, "b").anchor).toBe("b");
});

test("messages that leave or enter the list are not selected", () => {
  expect(idsOf(remaining(allOf(["c", "b"]), ["d", "c", "a"]))).toBe("c");
  expect(remaining(allOf(["c"]), ["a"])).toBe(nothing);
});

test("removing a message from a bulk selection keeps the other loaded messages", () => {
  const bulk = { ...allOf(order), bulk: true };
  const fewer = toggled(bulk, "c");
  expect(fewer.bulk).toBe(false);
  expect(idsOf(fewer)).toBe("abde");
});
