import { expect, test } from "vitest";
import { localize } from "#cms/content/languages.ts";

const content = {
  title: { es: "Hola", en: "Hello" },
  items: [{ label: { es: "uno", en: "one" }, value: 1, note: null }],
  picture: { width: 10, alt: { es: "flor", en: "flower" } },
};

test("returns the texts of one language at every depth", () => {
  expect(localize(content, "en")).toEqual({
    title: "Hello",
    items: [{ label: "one", value: 1, note: null }],
    picture: { width: 10, alt: "flower" },
  });
  expect(localize(content, "es").items[0]?.label).toBe("uno");
});

test("an object that only has an es key is no localized text", () => {
  expect(localize({ es: "solo", other: 1 }, "en")).toEqual({ es: "solo", other: 1 });
  expect(localize({ es: "a", en: "b", key: "c" }, "en")).toEqual({ es: "a", en: "b", key: "c" });
});
