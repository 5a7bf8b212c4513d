import { expect, test } from "vitest";
import { toTitles } from "#cms/live/messages.ts";
import { compiledSchema } from "#cms/schema/index.ts";

test("returns the titles of the fields and list items along a path", () => {
  const page = compiledSchema("es").get("page") as Parameters<typeof toTitles>[0];
  const document = { sections: [{ _key: "a", _type: "hero", title: { es: "Hola" } }] };
  expect(toTitles(page, ["title", "en"], document)).toEqual(["Título", "Inglés"]);
  expect(toTitles(page, ["sections", { _key: "a" }, "title", "es"], document).slice(-3)).toEqual([
    "Apertura",
    "Titular",
    "Español",
  ]);
  expect(toTitles(page, ["sections", { _key: "gone" }], document)[0]).toBe("Secciones");
  expect(toTitles(page, [], document)).toEqual([]);
});
