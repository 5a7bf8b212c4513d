import { expect, test } from "vitest";
import { findField } from "#cms/search/find-field.ts";

const page = {
  _type: "page",
  title: { _type: "localeString", es: "Cámaras y más", en: "Cameras and more" },
  sections: [
    { _key: "a", _type: "hero", title: { es: "Mira tu negocio", en: "See your business" } },
    { _key: "b", _type: "questions", items: [{ _key: "c", question: { es: "¿Cuánto cuesta un sistema?" } }] },
  ],
};

test("finds the first text with all words, whatever their case and accents", () => {
  expect(findField(page, "CUANTO sistema")).toEqual([
    "sections",
    { _key: "b" },
    "items",
    { _key: "c" },
    "question",
    "es",
  ]);
  expect(findField(page, "negocio")).toEqual(["sections", { _key: "a" }, "title", "es"]);
});

test("finds a text with any of the words if none has all, and ignores field names and keys", () => {
  expect(findField(page, "cameras elefante")).toEqual(["title", "en"]);
  expect(findField(page, "hero")).toBeNull();
  expect(findField(page, "localeString")).toBeNull();
  expect(findField(page, "  ")).toBeNull();
  expect(findField(null, "a")).toBeNull();
});
