import { describe, expect, test } from "vitest";
import { findProblems } from "#cms/content/find-problems.ts";
import { loadPage } from "#cms/content/load.ts";
import { loadNavigation } from "#cms/content/load-navigation.ts";
import { loadPublished } from "#cms/content/load-published.ts";
import { loadRedirects } from "#cms/content/load-redirects.ts";
import { describeProblem } from "#cms/content/problem.ts";
import type { SeedDocument } from "#cms/seed/documents.ts";
import { createContent, readProblems } from "../../../support/content.ts";
import { button, changeDocument, copy, createEditorPage, createRedirect } from "../../../support/copy.ts";

const createClient = (...documents: readonly SeedDocument[]) => createContent([...copy, ...documents]);
const createAboutPage = (former?: string[]) =>
  createEditorPage("about", "/sobre-nosotros", "/en/about-us", former);

describe("a page that editors made", () => {
  test("has its id as name and its own address, while a fixed page has its fixed address", async () => {
    const client = await createClient(createAboutPage());
    expect(await loadPage(client, "about")).toMatchObject({
      name: "about",
      address: { es: "/sobre-nosotros", en: "/en/about-us" },
      label: { es: "Página about", en: "Page about" },
    });
    expect((await loadPage(client, "cctv")).address).toEqual({
      es: "/sistemas-cctv",
      en: "/en/cctv-systems",
    });
  });

  test("is listed after the fixed pages, sorted by address", async () => {
    const client = await createClient(
      createEditorPage("zeta", "/a", "/en/a"),
      createAboutPage(),
      createEditorPage("alfa", "/z", "/en/z"),
    );
    const { pages, unplaced } = await loadPublished(client);
    const fixed = ["home", "technical-support", "cctv", "contact", "privacy"];
    expect(pages.map(({ name }) => name)).toEqual([...fixed, "zeta", "about", "alfa"]);
    expect(unplaced).toEqual([]);
  });

  /** Creates another editors' page, which links to the page `about`. */
  function createLinkingPage() {
    const linking = createEditorPage("more", "/mas", "/en/more");
    Object.assign((linking.sections as object[])[0] ?? {}, { actions: [button("a", "Ir", "Go", "about")] });
    return linking;
  }

  test("is linked by its address in the reader's language", async () => {
    const linking = createLinkingPage();
    const [section] = (await loadPage(await createClient(createAboutPage(), linking), "more")).sections;
    expect(section?._type === "hero" && section.actions[0]?.link).toEqual({
      ...{ kind: "page", page: "about", anchor: null },
      address: { es: "/sobre-nosotros", en: "/en/about-us" },
    });
  });

  test.each([
    ["without an address", null],
    ["with an invalid address", { es: "javascript:alert(1)", en: "//elsewhere.example" }],
  ])("%s is no valid link target", async (_, address) => {
    const ownAboutPage = { ...createAboutPage(), address } as unknown as SeedDocument;
    const menu = changeDocument(copy, "navigation", (document) => {
      Object.assign((document.footerPages as object[])[0] ?? {}, { _ref: "about" });
    });
    const client = await createContent([...menu, ownAboutPage, createLinkingPage()]);
    expect(await readProblems(loadPage(client, "more"))).toEqual([
      'page "more": sections[0] (hero).actions[0].link leads to a page that is not there.',
    ]);
    expect(await readProblems(loadNavigation(client))).toEqual([
      "navigation: footerPages[0] leads to a page that is not there.",
    ]);
  });

  test.each([
    [
      "sobre",
      "/about",
      ['address.es in "es" is no address of a page.', 'address.en in "en" is no address of a page.'],
    ],
    [
      "/guias/404",
      "/en/guides/index",
      ["address.es is an address that the site uses.", "address.en is an address that the site uses."],
    ],
  ])("at %s and %s is rejected and not listed", async (es, en, reasons) => {
    const client = await createClient(createEditorPage("own", es, en));
    expect(await readProblems(loadPage(client, "own"))).toEqual(
      reasons.map((reason) => `page "own": ${reason}`),
    );
    const { pages, unplaced } = await loadPublished(client);
    expect([pages.some(({ name }) => name === "own"), unplaced]).toEqual([false, ["own"]]);
  });

  test("at the address of a page that was created earlier is not listed, while that page stays", async () => {
    const other = createEditorPage("a-newer", "/sobre-nosotros", "/en/other");
    const client = await createClient(
      { ...createAboutPage(), _createdAt: "2026-01-01T00:00:00Z" },
      { ...other, _createdAt: "2026-01-02T00:00:00Z" },
      // It shares an address only with the page that is left out.
      { ...createEditorPage("third", "/tercera", "/en/other"), _createdAt: "2026-01-03T00:00:00Z" },
    );
    expect((await loadPublished(client)).unplaced).toEqual(["a-newer"]);
    expect(await findProblems(client, "page", "about")).toEqual([]);
    expect((await findProblems(client, "page", "a-newer")).map(describeProblem)).toEqual([
      'page "a-newer": address is the address of another page too.',
    ]);
  });

  test("without an address is rejected", async () => {
    const { address: _, ...without } = createAboutPage();
    expect(await readProblems(loadPage(await createClient(without as SeedDocument), "about"))).toEqual([
      'page "about": address is missing.',
    ]);
  });
});

describe("a former address", () => {
  test("leads to the current address of its page, in its language", async () => {
    expect(await loadRedirects(await createClient(createAboutPage(["/nosotros", "/en/us"])))).toEqual([
      { from: "/en/us", to: "/en/about-us" },
      { from: "/nosotros", to: "/sobre-nosotros" },
    ]);
  });

  test("is ignored if a page or an editor's redirect has the same address", async () => {
    const movedPage = createAboutPage(["/nosotros", "/sobre-nosotros", "/equipo"]);
    const client = await createClient(
      movedPage,
      createEditorPage("us", "/nosotros", "/en/us"),
      createRedirect("old", "/equipo", "contact"),
    );
    expect(await loadRedirects(client)).toEqual([{ from: "/equipo", to: "/contacto" }]);
  });

  test("forms no chain: an editor's redirect cannot start at the address of a page", async () => {
    const client = await createClient(createAboutPage(), createRedirect("old", "/sobre-nosotros", "about"));
    expect(await readProblems(loadRedirects(client))).toEqual([
      'redirect "/sobre-nosotros": from is an address that the site uses.',
    ]);
  });
});

describe("the menu and the footer", () => {
  test("lead to pages by their labels, in order", async () => {
    const navigation = await loadNavigation(
      await createClient({
        ...createAboutPage(),
        label: { _type: "localeString", es: "Nosotros", en: "About" },
      }),
    );
    expect(navigation.menu[0]).toMatchObject({ page: { name: "home", address: { es: "/", en: "/en" } } });
    expect(navigation.menu[1]).toMatchObject({ title: { es: "Más" }, pages: [{}, { name: "cctv" }] });
    expect(navigation.footerPages.map(({ name }) => name)).toEqual(["cctv", "contact"]);
  });

  test("are rejected, with the field, if they lead to a missing page", async () => {
    const brokenNavigation = changeDocument(copy, "navigation", (document) => {
      const [, group] = document.menu as { pages: { _ref: string }[] }[];
      Object.assign(group?.pages[1] ?? {}, { _ref: "gone" });
      Object.assign((document.endPages as object[])[0] ?? {}, { _ref: "gone" });
    });
    expect(await readProblems(loadNavigation(await createContent(brokenNavigation)))).toEqual([
      "navigation: menu[1] (menuGroup).pages[1] leads to a page that is not there.",
      "navigation: endPages[0] leads to a page that is not there.",
    ]);
  });

  test("are rejected when they are missing", async () => {
    const client = await createContent(copy.filter(({ _id }) => _id !== "navigation"));
    expect(await readProblems(loadNavigation(client))).toEqual([
      "navigation: there is no such document in the content.",
    ]);
  });
});
