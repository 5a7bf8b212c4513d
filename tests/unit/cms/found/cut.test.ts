import { expect, test } from "vitest";
import { cut } from "#cms/found/cut.ts";

const tenEach = (text: string) => text.length * 10;

test("a title that has room in a search result is shown whole", () => {
  expect(cut("Sitios que venden", 170, tenEach)).toBe("Sitios que venden");
  expect(cut("  Sitios\n que  venden ", 170, tenEach)).toBe("Sitios que venden");
});

test("one that has not is cut after a word, and the ellipsis has room too", () => {
  expect(cut("Sitios que venden", 169, tenEach)).toBe("Sitios que …");
  expect(cut("Sitios que venden", 119, tenEach)).toBe("Sitios …");
});

test("a single word is never cut away", () => {
  expect(cut("Posicionamiento", 20, tenEach)).toBe("Posicionamiento …");
});
