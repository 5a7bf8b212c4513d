import type { SanityClient, SanityDocument } from "@sanity/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problemsOf } from "#cms/seed/validate.ts";
import { startSanity } from "#local/sanity/server.ts";
import { place, readerOf } from "../../../support/content-client.ts";
import { copy, ownPage } from "../../../support/copy.ts";

const about = ownPage("about", "/sobre-nosotros", "/en/about-us", ["/quienes-somos"]);
const redirect = (_id: string, from: string) => ({
  ...{ _id, _type: "redirect", from, language: "es" },
  to: { _type: "reference", _ref: "cctv" },
});

let sanity: Awaited<ReturnType<typeof startSanity>>;
let client: SanityClient;
beforeAll(async () => {
  sanity = await startSanity({ ...place, port: 0, documents: [...copy, about, redirect("old", "/camaras")] });
  client = readerOf(sanity.origin);
});
afterAll(() => sanity.close());

const check = (document: object) => problemsOf(document as SanityDocument, client);
const at = (es: string, en = "/en/prices", _id = "prices") => check(ownPage(_id, es, en));

describe("a page that editors made", () => {
  test.each([
    ["/precios", "/en/prices"],
    ["/empresa/equipo-2", "/en/company/team-2"],
  ])("can have the addresses %s and %s", async (es, en) => {
    expect(await at(es, en)).toEqual([]);
  });

  test.each(["precios", "/Precios", "/precios/", "/pre cios", "/diseño", "/a--b", `/${"a".repeat(80)}`])(
    "cannot have the invalid address %s",
    async (es) => {
      expect(await at(es)).toEqual([expect.stringMatching(/^address\.es: It begins with \/, followed by/)]);
    },
  );

  test("cannot have the prefix of another language", async () => {
    expect(await at("/en/precios")).toEqual([expect.stringMatching(/^address\.es: It begins with \/,/)]);
    expect(await at("/precios", "/prices")).toEqual([
      expect.stringMatching(/^address\.en: It begins with \/en\/,/),
    ]);
  });

  test.each(["/contacto", "/buzon", "/404", "/api/precios", "/assets", "/pictures/a", "/index"])(
    "cannot have the address %s of the site itself",
    async (es) => {
      expect(await at(es)).toEqual(["address.es: That address belongs to the site itself."]);
    },
  );

  test("cannot have a current or former address of another page, or of a redirect", async () => {
    expect(await at("/sobre-nosotros", "/en/about-us")).toEqual([
      "address.es: Another page is at that address.",
      "address.en: Another page is at that address.",
    ]);
    expect(await at("/quienes-somos")).toEqual([
      "address.es: Another page used to be at that address, which now leads to it.",
    ]);
    expect(await at("/camaras")).toEqual(["address.es: Another redirect already starts at that address."]);
  });

  test("can keep its address or return to a former one, as can its draft", async () => {
    for (const id of ["about", "drafts.about"]) {
      expect(await at("/sobre-nosotros", "/en/about-us", id)).toEqual([]);
      expect(await at("/quienes-somos", "/en/about-us", id)).toEqual([]);
    }
  });

  test("needs an address in each language", async () => {
    const { address: _, ...nowhere } = about;
    expect(await check(nowhere)).toEqual(["address: The page needs an address in each language."]);
    const spanish = { ...about, address: { _type: "pageAddress", es: "/sobre-nosotros" } };
    expect(await check(spanish)).toContain("address.en: The address is missing.");
  });

  test("cannot have the name of a fixed page", async () => {
    expect(await check({ ...about, name: "cctv" })).toContain(
      "name: This is a copy of a fixed page: it can’t have its name.",
    );
  });
});

describe("an old address", () => {
  test("cannot be the address of a page", async () => {
    expect(await check(redirect("new", "/en/about-us"))).toEqual(["from: Another page is at that address."]);
  });

  test("cannot be the former address of a page", async () => {
    expect(await check(redirect("new", "/quienes-somos"))).toEqual([
      "from: Another page used to be at that address, which now leads to it.",
    ]);
  });
});

describe("the menu and the footer", () => {
  const navigation = copy.find(({ _id }) => _id === "navigation") as unknown as {
    menu: object[];
    footerPages: object[];
  };
  const reference = (_key: string, _ref: string) => ({ _type: "reference", _key, _ref });

  test("can be published unchanged", async () => {
    expect(await check(navigation)).toEqual([]);
  });

  test("name a page only once", async () => {
    const twice = { _key: "again", _type: "menuLink", page: reference("page", "home") };
    expect(await check({ ...navigation, menu: [...navigation.menu, twice] })).toEqual([
      "menu: The same page stands here twice.",
    ]);
    const footerPages = [...navigation.footerPages, reference("again", "contact")];
    expect(await check({ ...navigation, footerPages })).toEqual([
      "footerPages: The same page stands here twice.",
    ]);
  });

  test("need an entry in the menu, a page in every group and a page in the footer", async () => {
    expect(await check({ ...navigation, menu: [] })).toEqual([expect.stringMatching(/^menu: /)]);
    expect(await check({ ...navigation, footerPages: [] })).toEqual([
      expect.stringMatching(/^footerPages: /),
    ]);
    const group = { _key: "g", _type: "menuGroup", title: { es: "Más", en: "More" }, pages: [] };
    expect(await check({ ...navigation, menu: [group] })).toEqual([
      expect.stringMatching(/^menu\.g\.pages: /),
    ]);
  });
});
