import { describe, expect, test } from "vitest";
import { addressOf, proposeAddress, restOf, typedPath } from "#cms/schema/fields/page-path.ts";

describe("typed text becomes an address", () => {
  test.each([
    ["Sobre Nosotros", "sobre-nosotros"],
    ["Diseño & código", "diseno-codigo"],
    ["Empresa/Nuestro Equipo", "empresa/nuestro-equipo"],
    ["  /sobre-nosotros", "sobre-nosotros"],
    ["https://guaria.example/sobre-nosotros", "sobre-nosotros"],
    ["una//-/otra", "una/otra"],
  ])("%s is %s", (typed, path) => {
    expect(typedPath(typed, "es")).toBe(path);
    expect(addressOf(path, "es")).toBe(`/${path}`);
  });

  test("accepts a pasted English address with its prefix", () => {
    expect(typedPath("/en/about-us", "en")).toBe("about-us");
    expect(typedPath("https://guaria.example/en/about-us", "en")).toBe("about-us");
    expect(addressOf("about-us", "en")).toBe("/en/about-us");
    expect(restOf("/en/about-us", "en")).toBe("about-us");
  });

  test("keeps a trailing hyphen or slash while typing, but not in the address", () => {
    expect(typedPath("sobre ", "es")).toBe("sobre-");
    expect(typedPath("sobre-", "es")).toBe("sobre-");
    expect(typedPath("empresa/", "es")).toBe("empresa/");
    expect(addressOf("sobre-", "es")).toBe("/sobre");
    expect(addressOf("empresa/", "es")).toBe("/empresa");
    expect(addressOf("", "es")).toBeUndefined();
  });
});

test("proposes an address from a title that the site itself does not use", () => {
  expect(proposeAddress("Sobre nosotros", "es")).toBe("/sobre-nosotros");
  expect(proposeAddress("About us", "en")).toBe("/en/about-us");
  expect(proposeAddress("Contacto", "es")).toBe("/contacto-2");
  expect(proposeAddress("404", "es")).toBeUndefined();
  expect(proposeAddress(undefined, "en")).toBeUndefined();
});
