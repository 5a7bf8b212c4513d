import { expect, expectTypeOf, test } from "vitest";
import { type Localized, localize } from "#cms/content/languages.ts";
import type { LocalizedPage, LocalizedSection } from "#cms/content/types.ts";

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

test("selecting a language does not change the content", () => {
  const before = structuredClone(content);
  localize(content, "es");
  expect(content).toEqual(before);
});

test("an object that only has an es key is no localized text", () => {
  expect(localize({ es: "solo", other: 1 }, "en")).toEqual({ es: "solo", other: 1 });
  expect(localize({ es: "a", en: "b", key: "c" }, "en")).toEqual({ es: "a", en: "b", key: "c" });
});

test("the types turn texts into strings and keep everything else", () => {
  expectTypeOf<Localized<typeof content>>().toEqualTypeOf<{
    title: string;
    items: { label: string; value: number; note: null }[];
    picture: { width: number; alt: string };
  }>();
  expectTypeOf<LocalizedPage["title"]>().toEqualTypeOf<string>();
  expectTypeOf<LocalizedPage["name"]>().toEqualTypeOf<string>();
  expectTypeOf<LocalizedSection<"hero">["title"]>().toEqualTypeOf<string>();
  expectTypeOf<LocalizedSection<"hero">["text"]>().toEqualTypeOf<string | null>();
  expectTypeOf<LocalizedSection<"figures">["items"][number]>().toEqualTypeOf<{
    _key: string;
    key: string;
    value: string;
    label: string;
  }>();
});
