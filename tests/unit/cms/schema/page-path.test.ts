import { describe, expect, test } from "vitest";
import { addressOf, proposeAddress, restOf, typedPath } from "#cms/schema/fields/page-path.ts";

describe("what is typed becomes an address", () => {
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

  test("what an English address begins with may be pasted with it", () => {
    expect(typedPath("/en/about-us", "en")).toBe("about-us");
    expect(typedPath("https://guaria.example/en/about-us", "en")).toBe("about-us");
    expect(addressOf("about-us", "en")).toBe("/en/about-us");
    expect(restOf("/en/about-us", "en")).toBe("about-us");
  });

  test("who writes a hyphen or a slash can write on, and the address has none at its end", () => {
    expect(typedPath("sobre ", "es")).toBe("sobre-");
    expect(typedPath("sobre-", "es")).toBe("sobre-");
    expect(typedPath("empresa/", "es")).toBe("empresa/");
    expect(addressOf("sobre-", "es")).toBe("/sobre");
    expect(addressOf("empresa/", "es")).toBe("/empresa");
    expect(addressOf("", "es")).toBeUndefined();
  });
});

test("a title proposes an address, at which the site itself does not answer", () => {
  expect(proposeAddress("Sobre nosotros", "es")).toBe("/sobre-nosotros");
  expect(proposeAddress("About us", "en")).toBe("/en/about-us");
  expect(proposeAddress("Contacto", "es")).toBe("/contacto-2");
  expect(proposeAddress("404", "es")).toBeUndefined();
  expect(proposeAddress(undefined, "en")).toBeUndefined();
});
