import { describe, expect, test } from "vitest";
import { ContentError, type Problem } from "#cms/content/problem.ts";
import { toLiveMessage, toProblemMessage, toReportMessage } from "#cms/live/messages.ts";
import { compiledSchema } from "#cms/schema/index.ts";
import { createLabelFn } from "#cms/schema/labels.ts";

const describeProblem = (problem: Problem, language: "es" | "en" = "es") =>
  toProblemMessage(problem, compiledSchema(language), createLabelFn(language));
const home = { type: "page", name: "home" } as const;

describe("a problem is described in the editor's terms", () => {
  test("with the Studio's names of fields, sections and languages", () => {
    const button = "sections[0] (hero).actions[1].link";
    const goneSection: Problem = { document: home, field: button, reason: "section-gone", anchor: "ofertas" };
    expect(describeProblem(goneSection)).toBe(
      "Secciones 1 (Apertura) › Botones 2 › Enlace: lleva a la sección «ofertas», que ya no está en su página.",
    );
    const missingText: Problem = { document: home, field: "title", reason: "no-text", language: "en" };
    expect(describeProblem(missingText)).toBe("Título: falta el texto en inglés.");
    expect(describeProblem(missingText, "en")).toBe("Title: the text in English is missing.");
  });

  test("for every reason of the loader, in both languages, without internal names", () => {
    const reasons: Problem[] = [
      { document: home, field: "", reason: "no-document" },
      { document: home, field: "description", reason: "missing" },
      { document: home, field: "sections[1] (gallery).items[0].picture", reason: "missing" },
      { document: home, field: "sections[0] (hero).actions[0].link", reason: "page-gone" },
      { document: home, field: "sections[0] (hero).anchor", reason: "anchor-twice", anchor: "ver" },
      { document: home, field: "sections[0] (hero).anchor", reason: "menu-without-anchor" },
      { document: home, field: "sections[2] (figures).items[0].key", reason: "no-figure", figure: "clients" },
      { document: home, field: "title", reason: "no-fact", fact: "clientes", language: "es" },
      { document: { type: "siteSettings" }, field: "phoneDisplay", reason: "other-number", number: "phone" },
      { document: { type: "redirect", name: "/a" }, field: "from", reason: "address-twice" },
      { document: { type: "redirect", name: "/a" }, field: "from", reason: "address-taken" },
      { document: home, field: "address", reason: "address-twice" },
      { document: home, field: "address", reason: "address-malformed", language: "en" },
      { document: { type: "navigation" }, field: "menu[0] (menuLink).page", reason: "page-gone" },
      { document: { type: "navigation" }, field: "footerPages[1]", reason: "page-gone" },
    ];
    for (const problem of reasons) {
      const [spanish, english] = [describeProblem(problem), describeProblem(problem, "en")];
      expect(spanish).not.toBe(english);
      for (const text of [spanish, english]) expect(text).not.toMatch(/\[|\]|sections|undefined|null/);
      expect(new ContentError([problem]).message).not.toBe("");
    }
  });
});

test("a receipt shows the time in Costa Rica, the languages and the addresses", () => {
  const say = createLabelFn("es");
  const since = new Date("2026-11-22T20:03:07Z");
  expect(toReportMessage({ state: "live", since }, say, String)).toEqual({
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
