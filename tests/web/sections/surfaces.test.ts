import { expect, test } from "vitest";
import type { SectionType } from "#cms/content/types.ts";
import { toSurfaces } from "#web/sections/surfaces.ts";

const surfaces = (...types: SectionType[]) => toSurfaces(types.map((_type) => ({ _type }))).join(" ");

test("sections change between the plain and the tinted surface, beginning plain under the opening", () => {
  expect(surfaces("hero", "featureGrid", "benefits", "reasons", "badges")).toBe(
    "plain plain tinted plain tinted",
  );
});

test("the call to action and the highlights stand on ink, and the plain surface follows them", () => {
  expect(surfaces("hero", "highlights", "featureGrid", "callToAction")).toBe("plain ink plain ink");
});

test("only the first picture with text stands on ink", () => {
  expect(surfaces("pictureText", "pictureText", "pictureText")).toBe("ink plain tinted");
});
