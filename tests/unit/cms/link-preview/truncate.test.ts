import { expect, test } from "vitest";
import { truncate } from "#cms/link-preview/truncate.ts";

const measureTenPerLetter = (text: string) => text.length * 10;

test("keeps a title that fits a search result", () => {
  expect(truncate("Sitios que venden", 170, measureTenPerLetter)).toBe("Sitios que venden");
  expect(truncate("  Sitios\n que  venden ", 170, measureTenPerLetter)).toBe("Sitios que venden");
});

test("cuts a longer title after a word, with room for the ellipsis", () => {
  expect(truncate("Sitios que venden", 169, measureTenPerLetter)).toBe("Sitios que …");
  expect(truncate("Sitios que venden", 119, measureTenPerLetter)).toBe("Sitios …");
});

test("keeps at least one word", () => {
  expect(truncate("Posicionamiento", 20, measureTenPerLetter)).toBe("Posicionamiento …");
});
