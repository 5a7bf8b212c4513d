import { describe, expect, test } from "vitest";
import {
  normalizeTypedPath,
  proposeAddress,
  toAddress,
  withoutPrefix,
} from "#cms/schema/fields/page-path.ts";

describe("typed text becomes an address", () => {
  test.each([
    ["Sobre Nosotros", "sobre-nosotros"],
    ["Diseño & código", "diseno-codigo"],
    ["Empresa/Nuestro Equipo", "empresa/nuestro-equipo"],
    ["  /sobre-nosotros", "sobre-nosotros"],
    ["https://guaria.example/sobre-nosotros", "sobre-nosotros"],
    ["una//-/otra", "una/otra"],
  ])("%s is %s", (typed, path) => {
    expect(normalizeTypedPath(typed, "es")).toBe(path);
    expect(toAddress(path, "es")).toBe(`/${path}`);
  });

  test("accepts a pasted English address with its prefix", () => {
    expect(normalizeTypedPath("/en/about-us", "en")).toBe("about-us");
    expect(normalizeTypedPath("https://guaria.example/en/about-us", "en")).toBe("about-us");
    expect(toAddress("about-us", "en")).toBe("/en/about-us");
    expect(withoutPrefix("/en/about-us", "en")).toBe("about-us");
  });

  test("keeps a trailing hyphen or slash while typing, but not in the address", () => {
    expect(normalizeTypedPath("sobre ", "es")).toBe("sobre-");
    expect(normalizeTypedPath("sobre-", "es")).toBe("sobre-");
    expect(normalizeTypedPath("empresa/", "es")).toBe("empresa/");
    expect(toAddress("sobre-", "es")).toBe("/sobre");
    expect(toAddress("empresa/", "es")).toBe("/empresa");
    expect(toAddress("", "es")).toBeUndefined();
  });
});

test("proposes an address from a title that the site itself does not use", () => {
  expect(proposeAddress("Sobre nosotros", "es")).toBe("/sobre-nosotros");
  expect(proposeAddress("About us", "en")).toBe("/en/about-us");
  expect(proposeAddress("Contacto", "es")).toBe("/contacto-2");
  expect(proposeAddress("404", "es")).toBeUndefined();
  expect(proposeAddress(undefined, "en")).toBeUndefined();
});
