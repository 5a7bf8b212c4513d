import { expect, test } from "vitest";
import { type SurfaceRule, toSurfaces } from "#web/sections/surfaces.ts";

const surfaces = (...rules: SurfaceRule[]) =>
  toSurfaces(rules.map((rule) => ({ _type: rule, rule }))).join(" ");

test("sections change between the plain and the tinted surface, beginning plain under the opening", () => {
  expect(surfaces("opening", "alternating", "alternating", "alternating", "alternating")).toBe(
    "plain plain tinted plain tinted",
  );
});

test("what stands on ink always does, and the plain surface follows it", () => {
  expect(surfaces("opening", "ink", "alternating", "ink")).toBe("plain ink plain ink");
});

test("what stands on ink once does so where it is the first of its kind", () => {
  expect(surfaces("first-ink", "first-ink", "first-ink")).toBe("ink plain tinted");
  const kinds = ["pictureText", "mapText", "pictureText"].map((_type) => ({
    _type,
    rule: "first-ink" as const,
  }));
  expect(toSurfaces(kinds)).toEqual(["ink", "ink", "plain"]);
});
