import { expect, test } from "vitest";
import { type SurfaceRule, toSurfaces } from "#web/sections/surfaces.ts";

const listSurfaces = (...rules: SurfaceRule[]) =>
  toSurfaces(rules.map((rule) => ({ _type: rule, rule }))).join(" ");

test("sections alternate between the plain and the tinted surface, starting plain below the opening", () => {
  expect(listSurfaces("opening", "alternating", "alternating", "alternating", "alternating")).toBe(
    "plain plain tinted plain tinted",
  );
});

test("an ink section is always ink, and the plain surface follows", () => {
  expect(listSurfaces("opening", "ink", "alternating", "ink")).toBe("plain ink plain ink");
});

test("a first-ink section is ink only as the first of its type", () => {
  expect(listSurfaces("first-ink", "first-ink", "first-ink")).toBe("ink plain tinted");
  const kinds = ["pictureText", "mapText", "pictureText"].map((_type) => ({
    _type,
    rule: "first-ink" as const,
  }));
  expect(toSurfaces(kinds)).toEqual(["ink", "ink", "plain"]);
});
