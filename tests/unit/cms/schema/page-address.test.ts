import type { SanityDocument } from "@sanity/client";
import { describe, expect, test } from "vitest";
import { listValidationProblems } from "#cms/seed/validate.ts";
import { startSanityWith } from "../../../local/sanity/clients.ts";
import { copy, createEditorPage, createRedirect } from "../../../support/copy.ts";
import { startForSuite } from "../../../support/suite.ts";

const about = createEditorPage("about", "/sobre-nosotros", "/en/about-us", ["/quienes-somos"]);

const sanity = startForSuite(() =>
  startSanityWith([...copy, about, createRedirect("old", "/camaras", "cctv")]),
);

const findDocumentProblems = (document: object) =>
  listValidationProblems(document as SanityDocument, sanity.visitor);
const checkAddress = (es: string, en = "/en/prices", _id = "prices") =>
  findDocumentProblems(createEditorPage(_id, es, en));

describe("a page that editors made", () => {
  test.each([
    ["/precios", "/en/prices"],
    ["/empresa/equipo-2", "/en/company/team-2"],
  ])("can have the addresses %s and %s", async (es, en) => {
    expect(await checkAddress(es, en)).toEqual([]);
  });

  test.each(["precios", "/Precios", "/precios/", "/pre cios", "/diseño", "/a--b", `/${"a".repeat(80)}`])(
    "cannot have the invalid address %s",
    async (es) => {
      expect(await checkAddress(es)).toEqual([
        expect.stringMatching(/^address\.es: It begins with \/, followed by/),
      ]);
    },
  );

  test("cannot have the prefix of another language", async () => {
    expect(await checkAddress("/en/precios")).toEqual([
      expect.stringMatching(/^address\.es: It begins with \/,/),
    ]);
    expect(await checkAddress("/precios", "/prices")).toEqual([
      expect.stringMatching(/^address\.en: It begins with \/en\/,/),
    ]);
  });

  test.each(["/contacto", "/buzon", "/404", "/api/precios", "/assets", "/pictures/a", "/index", "/a/404"])(
    "cannot have the address %s of the site itself",
    async (es) => {
      expect(await checkAddress(es)).toEqual(["address.es: That address belongs to the site itself."]);
    },
  );

  test("cannot have a current or former address of another page, or of a redirect", async () => {
    expect(await checkAddress("/sobre-nosotros", "/en/about-us")).toEqual([
      "address.es: Another page is at that address.",
      "address.en: Another page is at that address.",
    ]);
    expect(await checkAddress("/quienes-somos")).toEqual([
      "address.es: Another page used to be at that address, which now leads to it.",
    ]);
    expect(await checkAddress("/camaras")).toEqual([
      "address.es: Another redirect already starts at that address.",
    ]);
  });

  test("can keep its address or return to a former one, as can its draft", async () => {
    for (const id of ["about", "drafts.about"]) {
      expect(await checkAddress("/sobre-nosotros", "/en/about-us", id)).toEqual([]);
      expect(await checkAddress("/quienes-somos", "/en/about-us", id)).toEqual([]);
    }
  });

  test("needs an address in each language", async () => {
    const { address: _, ...pageWithoutAddress } = about;
    expect(await findDocumentProblems(pageWithoutAddress)).toEqual([
      "address: The page needs an address in each language.",
    ]);
    const spanish = { ...about, address: { _type: "pageAddress", es: "/sobre-nosotros" } };
    expect(await findDocumentProblems(spanish)).toContain("address.en: The address is missing.");
  });

  test("cannot have the name of a fixed page", async () => {
    expect(await findDocumentProblems({ ...about, name: "cctv" })).toContain(
      "name: This is a copy of a fixed page: it can’t have its name.",
    );
  });
});

describe("an old address", () => {
  const checkOldAddress = (from: string, _id = "new") =>
    findDocumentProblems(createRedirect(_id, from, "cctv"));

  test.each([
    ...["/servicios/camaras", "/contacto-2", "/ñandú_1", "/?page_id=12", "/index.php?id=7&lang=es"],
    ...["https://www.guaria.example/Servicios/CCTV.aspx", "/servicios/ ", "/c%E1maras"],
  ])("can be %s", async (from) => {
    expect(await checkOldAddress(from)).toEqual([]);
  });

  test.each(["/contacto", "/Contacto/", "/api/contact", "https://www.guaria.example/contacto"])(
    "cannot be the address %s of the site itself",
    async (from) => {
      expect(await checkOldAddress(from)).toEqual(["from: That address belongs to the site itself."]);
    },
  );

  test.each(["camaras", "//guaria.example/a", "/%zz"])("cannot be %s, which is no address", async (from) => {
    expect(await checkOldAddress(from)).toEqual([
      "from: Write an address within the site, such as /servicios/cctv.",
    ]);
  });

  test("cannot be a current or former address of a page", async () => {
    expect(await checkOldAddress("/en/about-us")).toEqual(["from: Another page is at that address."]);
    expect(await checkOldAddress("/quienes-somos")).toEqual([
      "from: Another page used to be at that address, which now leads to it.",
    ]);
  });

  test("belongs to one redirect and its draft, whatever its spelling", async () => {
    for (const spelling of ["/camaras", "/CAMARAS/", "https://www.guaria.example/camaras "])
      expect(await checkOldAddress(spelling)).toEqual([
        "from: Another redirect already starts at that address.",
      ]);
    for (const id of ["old", "drafts.old"]) expect(await checkOldAddress("/camaras", id)).toEqual([]);
  });
});

describe("the menu and the footer", () => {
  const navigation = copy.find(({ _id }) => _id === "navigation") as unknown as {
    menu: object[];
    footerPages: object[];
  };
  const createReference = (_key: string, _ref: string) => ({ _type: "reference", _key, _ref });

  test("can be published unchanged", async () => {
    expect(await findDocumentProblems(navigation)).toEqual([]);
  });

  test("name a page only once", async () => {
    const twice = { _key: "again", _type: "menuLink", page: createReference("page", "home") };
    expect(await findDocumentProblems({ ...navigation, menu: [...navigation.menu, twice] })).toEqual([
      "menu: The same page stands here twice.",
    ]);
    const footerPages = [...navigation.footerPages, createReference("again", "contact")];
    expect(await findDocumentProblems({ ...navigation, footerPages })).toEqual([
      "footerPages: The same page stands here twice.",
    ]);
  });

  test("need an entry in the menu, a page in every group and a page in the footer", async () => {
    expect(await findDocumentProblems({ ...navigation, menu: [] })).toEqual([
      expect.stringMatching(/^menu: /),
    ]);
    expect(await findDocumentProblems({ ...navigation, footerPages: [] })).toEqual([
      expect.stringMatching(/^footerPages: /),
    ]);
    const group = { _key: "g", _type: "menuGroup", title: { es: "Más", en: "More" }, pages: [] };
    expect(await findDocumentProblems({ ...navigation, menu: [group] })).toEqual([
      expect.stringMatching(/^menu\.g\.pages: /),
    ]);
  });
});
