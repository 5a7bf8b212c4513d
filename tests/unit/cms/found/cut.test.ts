import { expect, test } from "vitest";
import { cut } from "#cms/found/cut.ts";

const tenEach = (text: string) => text.length * 10;

test("keeps a title that fits a search result", () => {
  expect(cut("Sitios que venden", 170, tenEach)).toBe("Sitios que venden");
  expect(cut("  Sitios\n que  venden ", 170, tenEach)).toBe("Sitios que venden");
});

test("cuts a longer title after a word, with room for the ellipsis", () => {
  expect(cut("Sitios que venden", 169, tenEach)).toBe("Sitios que …");
  expect(cut("Sitios que venden", 119, tenEach)).toBe("Sitios …");
});

test("keeps at least one word", () => {
  expect(cut("Posicionamiento", 20, tenEach)).toBe("Posicionamiento …");
});
