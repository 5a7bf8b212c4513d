import { describe, expect, it } from "vitest";
import {
  isPrivate,
  languages,
  oldReputationPath,
  otherLanguages,
  pages,
  path,
  servicePages,
} from "#cms/content/site.ts";
import { screenAt } from "#web/app/paths.ts";

const all = pages.flatMap((page) => languages.map((language) => ({ page, language })));

describe("the addresses of the site", () => {
  it.each(all)("$page in $language leads back to itself", ({ page, language }) => {
    expect(screenAt(path(page, language))).toEqual({ screen: page, language });
  });

  it("are all different", () => {
    expect(new Set(all.map(({ page, language }) => path(page, language))).size).toBe(all.length);
  });

  it("in English lie under /en, and in Spanish do not", () => {
    for (const page of pages) {
      expect(path(page, "en")).toMatch(/^\/en(\/|$)/);
      expect(path(page, "es")).not.toMatch(/^\/en(\/|$)/);
    }
  });

  it("with a slash at the end show the same screen", () => {
    expect(screenAt("/contacto/")).toEqual({ screen: "contact", language: "es" });
    expect(screenAt("/en/")).toEqual({ screen: "home", language: "en" });
  });

  it("that nobody knows show the not-found screen in the language of their prefix", () => {
    expect(screenAt("/nada")).toEqual({ screen: "not-found", language: "es" });
    expect(screenAt("/en/nothing")).toEqual({ screen: "not-found", language: "en" });
    expect(screenAt("/english")).toEqual({ screen: "not-found", language: "es" });
    expect(screenAt(oldReputationPath)).toEqual({ screen: "not-found", language: "es" });
  });

  it("of the menu are those of the specification, in its order", () => {
    expect(servicePages.map((page) => path(page, "es"))).toEqual([
      "/diseno-y-desarrollo-web",
      "/soporte-tecnico",
      "/gestion-de-reputacion",
      "/marketing-digital",
      "/seo-consulting",
      "/sistemas-cctv",
    ]);
  });

  it("of the administrators are private, and no other is", () => {
    expect(pages.filter(isPrivate)).toEqual(["sign-in", "inbox"]);
  });
});

it("the switch leads from each language to the other", () => {
  expect(languages.map(otherLanguages)).toEqual([["en"], ["es"]]);
});
