import { expect, test } from "vitest";
import type { SectionType } from "#cms/content/types.ts";
import { papersOf } from "#web/sections/surfaces.ts";

const papers = (...types: SectionType[]) => papersOf(types.map((_type) => ({ _type }))).join(" ");

test("sections change between plain and tinted paper, beginning plain under the opening", () => {
  expect(papers("hero", "featureGrid", "benefits", "reasons", "badges")).toBe(
    "plain plain tinted plain tinted",
  );
});

test("the call to action and the highlights stand on ink, and plain paper follows them", () => {
  expect(papers("hero", "highlights", "featureGrid", "callToAction")).toBe("plain ink plain ink");
});

test("only the first picture with text stands on ink", () => {
  expect(papers("pictureText", "pictureText", "pictureText")).toBe("ink plain tinted");
});
