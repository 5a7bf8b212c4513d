import { describe, expect, it } from "vitest";
import {
  isPrivate,
  languages,
  oldReputationPath,
  type Page,
  pageAt,
  pages,
  path,
} from "#cms/content/site.ts";
import navigation from "#cms/seed/navigation.json" with { type: "json" };
import { findDocument } from "#web/render/site-documents.ts";

const about = { name: "a1", updatedAt: "", address: { es: "/sobre-nosotros", en: "/en/about-us" } };

const localizedPages = pages.flatMap((page) => languages.map((language) => ({ page, language })));

describe("the addresses of the site", () => {
  it.each(localizedPages)("$page in $language leads back to itself", ({ page, language }) => {
    expect(pageAt(path(page, language))).toEqual({ page, language });
  });

  it("in English lie under /en, and in Spanish do not", () => {
    for (const page of pages) {
      expect(path(page, "en")).toMatch(/^\/en(\/|$)/);
      expect(path(page, "es")).not.toMatch(/^\/en(\/|$)/);
    }
  });

  it("with a trailing slash lead to the same page", () => {
    expect(pageAt("/contacto/")).toEqual({ page: "contact", language: "es" });
    expect(pageAt("/en/")).toEqual({ page: "home", language: "en" });
  });

  it("of editors' pages come from their documents", () => {
    expect(findDocument("/sobre-nosotros", [about])).toMatchObject({ name: "a1", language: "es" });
    expect(findDocument("/en/about-us", [about])).toMatchObject({ name: "a1", language: "en" });
    expect(findDocument("/seo-consulting", [])).toMatchObject({ screen: "content", name: "seo-consulting" });
    expect(findDocument("/buzon", [about])).toMatchObject({ screen: "inbox", name: null });
    for (const address of ["/nada", "/en/sobre-nosotros", "/about-us", oldReputationPath]) {
      expect(findDocument(address, [about])).toBeUndefined();
    }
  });

  it("of the menu are those of the specification, in its order", () => {
    const group = navigation.menu.find(({ _type }) => _type === "menuGroup");
    expect(group?.pages?.map(({ _ref }) => path(_ref as Page, "es"))).toEqual([
      "/diseno-y-desarrollo-web",
      "/soporte-tecnico",
      "/gestion-de-reputacion",
      "/marketing-digital",
      "/seo-consulting",
      "/sistemas-cctv",
    ]);
  });

  it("of four pages are private", () => {
    expect(pages.filter(isPrivate)).toEqual(["own-message", "conversation", "sign-in", "inbox"]);
  });
});
