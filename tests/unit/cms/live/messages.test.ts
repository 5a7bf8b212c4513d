import { expect, test } from "vitest";
import type { Problem } from "#cms/content/problem.ts";
import { toLiveMessage, toProblemMessage, toReportMessage, toTitles } from "#cms/live/messages.ts";
import { compiledSchema } from "#cms/schema/index.ts";
import { createLabelFn } from "#cms/schema/labels.ts";

const describeProblem = (problem: Problem, language: "es" | "en" = "es") =>
  toProblemMessage(problem, compiledSchema(language), createLabelFn(language));
const home = { type: "page", name: "home" } as const;

test("describes a problem with the Studio's names of fields, sections and languages", () => {
  const button = "sections[0] (hero).actions[1].link";
  const goneSection: Problem = { document: home, field: button, reason: "section-gone", anchor: "ofertas" };
  expect(describeProblem(goneSection)).toBe(
    "Secciones 1 (Apertura) › Botones 2 › Enlace: lleva a la sección «ofertas», que ya no está en su página.",
  );
  const missingText: Problem = { document: home, field: "title", reason: "no-text", language: "en" };
  expect(describeProblem(missingText)).toBe("Título: falta el texto en inglés.");
  expect(describeProblem(missingText, "en")).toBe("Title: the text in English is missing.");
});

test("returns the titles of the fields and list items along a path", () => {
  const page = compiledSchema("es").get("page") as Parameters<typeof toTitles>[0];
  const document = { sections: [{ _key: "a", _type: "hero", title: { es: "Hola" } }] };
  expect(toTitles(page, ["sections", { _key: "a" }, "title", "es"], document)).toEqual([
    "Secciones",
    "Apertura",
    "Titular",
    "Español",
  ]);
  expect(toTitles(page, ["sections", { _key: "gone" }], document)[0]).toBe("Secciones");
});

test("a receipt shows the time in Costa Rica, the languages and the addresses", () => {
  const say = createLabelFn("es");
  const since = new Date("2026-11-22T20:03:07Z");
  expect(toReportMessage({ state: "live", since, problems: [] }, say, String)).toEqual({
    status: "success",
    title: "En línea desde las 14:03:07",
  });
  expect(toLiveMessage("page", ["/seo-consulting", "/en/seo-consulting"], say)).toBe(
    "español e inglés: /seo-consulting · /en/seo-consulting",
  );
  expect(toLiveMessage("redirect", ["/viejo", "/en/old"], say)).toBe(
    "Direcciones antiguas: /viejo · /en/old",
  );
  expect(toReportMessage({ state: "late", reason: "site-away" }, say, String).description).toContain(
    "no responde",
  );
});
