import { expect, test } from "vitest";
import { allOf, extended, nothing, remaining, toggled } from "#web/pages/inbox/store.ts";

const order = ["e", "d", "c", "b", "a"];
const idsOf = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort().join("");

test("one message more, and one less", () => {
  const one = toggled(nothing, "c");
  expect(idsOf(one)).toBe("c");
  expect(idsOf(toggled(one, "c"))).toBe("");
});

test("a range goes from the last one that was chosen, in both directions", () => {
  const anchor = toggled(nothing, "c");
  expect(idsOf(extended(anchor, order, "a"))).toBe("abc");
  expect(idsOf(extended(extended(anchor, order, "a"), order, "e"))).toBe("abcde");
});

test("a range whose beginning has left the list begins anew", () => {
  expect(idsOf(extended(toggled(nothing, "gone"), order, "b"))).toBe("bgone");
  expect(extended(toggled(nothing, "gone"), order, "b").anchor).toBe("b");
});

test("what leaves the list is no longer selected, what comes in is not either", () => {
  expect(idsOf(remaining(allOf(["c", "b"]), ["d", "c", "a"]))).toBe("c");
  expect(remaining(allOf(["c"]), ["a"])).toBe(nothing);
});

test("a bulk selection without one of its messages is the other loaded ones", () => {
  const bulk = { ...allOf(order), bulk: true };
  const fewer = toggled(bulk, "c");
  expect(fewer.bulk).toBe(false);
  expect(idsOf(fewer)).toBe("abde");
});
