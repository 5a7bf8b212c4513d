import type { Mutation, SanityClient } from "@sanity/client";
import { describe, expect, test } from "vitest";
import {
  findRemovalBlockers,
  listKnownAddresses,
  planRemoval,
  type RemovalFacts,
  readRemovalFacts,
} from "#cms/pages/removal.ts";
import type { SeedDocument } from "#cms/seed/documents.ts";
import { startSanityWith } from "../../../local/sanity/clients.ts";
import { button, changeDocument, copy, createEditorPage, createRedirect } from "../../../support/copy.ts";
import { startForTest } from "../../../support/suite.ts";

async function createLake(...documents: SeedDocument[]): Promise<SanityClient> {
  const { editor } = await startForTest(() => startSanityWith(documents));
  return editor.withConfig({ perspective: "raw" });
}

const about = createEditorPage("about", "/sobre-nosotros", "/en/about-us", [
  "/quienes-somos",
  "/en/who-we-are",
]);
const createReference = (_ref: string, _key = _ref) => ({ _type: "reference", _key, _ref });
type NavigationLists = { menu: { _key: string }[]; footerPages: object[]; endPages: object[] };

/** The copy with the page in the menu and the footer. */
const inMenu = changeDocument(copy, "navigation", (document) => {
  const { menu, footerPages, endPages } = document as unknown as NavigationLists;
  menu.push({ _key: "about", _type: "menuLink", page: createReference("about") } as never);
  (menu[1] as unknown as { pages: object[] }).pages.push(createReference("about"));
  footerPages.push(createReference("about"));
  endPages.push(createReference("about"));
});

/** Deletes the page as the Studio does. */
async function removePage(client: SanityClient, target: string, readFacts?: RemovalFacts): Promise<void> {
  const facts = readFacts ?? (await readRemovalFacts(client, "about"));
  let count = 0;
  const changes = planRemoval(facts, { id: "about", target, newId: () => `new-${count++}` });
  await client.mutate(changes as Mutation[]);
}
const listRedirects = (client: SanityClient) =>
  client.fetch('*[_type == "redirect"] | order(from asc){from, "to": to._ref, language}');

describe("a deleted page", () => {
  test("disappears with its draft and its scheduled publication, and its addresses lead to the chosen page", async () => {
    const planned = { _id: "scheduled-publication.about", _type: "scheduledPublication", document: "about" };
    const client = await createLake(...copy, about, { ...about, _id: "drafts.about" }, planned);
    await removePage(client, "contact");
    expect(await client.fetch('*[_id in ["about", "drafts.about", "scheduled-publication.about"]]')).toEqual(
      [],
    );
    expect(await listRedirects(client)).toEqual([
      { from: "/en/about-us", to: "contact", language: "en" },
      { from: "/en/who-we-are", to: "contact", language: "en" },
      { from: "/quienes-somos", to: "contact", language: "es" },
      { from: "/sobre-nosotros", to: "contact", language: "es" },
    ]);
  });

  test("disappears from the published and the draft navigation, which keep all other entries", async () => {
    const [navigation] = inMenu.filter(({ _id }) => _id === "navigation") as [SeedDocument];
    const client = await createLake(...inMenu, about, { ...navigation, _id: "drafts.navigation" });
    await removePage(client, "home");
    const before = copy.find(({ _id }) => _id === "navigation");
    for (const id of ["navigation", "drafts.navigation"])
      expect(await client.getDocument(id)).toMatchObject({ ...before, _id: id });
    expect((await client.getDocument("navigation"))?.menu).toHaveLength(2);
  });

  test("leads its old addresses to the chosen page, and creates no redirect twice", async () => {
    const client = await createLake(
      ...copy,
      about,
      createRedirect("old", "/nosotros", "about"),
      createRedirect("older", "/quienes-somos", "cctv"),
    );
    await removePage(client, "home");
    const redirects = (await listRedirects(client)) as { from: string; to: string }[];
    expect(redirects.filter(({ from }) => from === "/nosotros")).toEqual([
      { from: "/nosotros", to: "home", language: "es" },
    ]);
    expect(redirects.filter(({ from }) => from === "/quienes-somos")).toEqual([
      { from: "/quienes-somos", to: "cctv", language: "es" },
    ]);
  });

  test("creates no redirect at the address of another page", async () => {
    const otherPage = createEditorPage("other", "/quienes-somos", "/en/others");
    const client = await createLake(...copy, about, otherPage);
    await removePage(client, "home");
    expect(JSON.stringify(await listRedirects(client))).not.toContain('"/quienes-somos"');
  });

  test("leaves no redirects if it was never published", async () => {
    const client = await createLake(...copy, { ...about, _id: "drafts.about" });
    expect(listKnownAddresses(await readRemovalFacts(client, "about"), "about")).toEqual([]);
    await removePage(client, "home");
    expect(await client.getDocument("drafts.about")).toBeUndefined();
    expect(await listRedirects(client)).toEqual([]);
  });
});

describe("the deletion is rejected", () => {
  test.each(["about", "drafts.about", "navigation", "old"])(
    "where somebody has changed %s since it was looked at",
    async (id) => {
      const old = createRedirect("old", "/nosotros", "about");
      const client = await createLake(...inMenu, about, { ...about, _id: "drafts.about" }, old);
      const facts = await readRemovalFacts(client, "about");
      await client.patch(id, { set: { changed: "meanwhile" } }).commit();
      await expect(removePage(client, "home", facts)).rejects.toMatchObject({ statusCode: 409 });
      expect(await client.getDocument("about")).toBeDefined();
      expect(await listRedirects(client)).toEqual([{ from: "/nosotros", to: "about", language: "es" }]);
    },
  );

  test("while a published page or a draft links to it, and names every such document", async () => {
    const createLinkingPage = (id: string) =>
      changeDocument(copy, id, ({ sections }) =>
        Object.assign((sections as object[])[0] ?? {}, { actions: [button("main", "Ver", "See", "about")] }),
      ).find(({ _id }) => _id === id) as SeedDocument;
    const client = await createLake(
      ...copy.filter(({ _id }) => _id !== "contact"),
      about,
      createLinkingPage("contact"),
      {
        ...createLinkingPage("cctv"),
        _id: "drafts.cctv",
      },
    );
    const facts = await readRemovalFacts(client, "about");
    expect(facts.linking.map(({ _id }) => _id)).toEqual(["contact", "drafts.cctv"]);
    expect(findRemovalBlockers(facts, "about")).toEqual(["linked"]);
  });

  test("if the menu, a group of it or the footer would become empty", async () => {
    const loneNavigation = changeDocument(copy, "navigation", (document) => {
      const group = { _key: "g", _type: "menuGroup", pages: [createReference("about")] };
      const link = { _key: "h", _type: "menuLink", page: createReference("home") };
      Object.assign(document, { menu: [group, link], footerPages: [createReference("about")] });
    });
    const client = await createLake(...loneNavigation, about);
    const readHindrances = async () => findRemovalBlockers(await readRemovalFacts(client, "about"), "about");
    expect(await readHindrances()).toEqual(["group-empty", "footer-empty"]);
    const menu = [{ _key: "a", _type: "menuLink", page: createReference("about") }];
    await client.patch("navigation", { set: { menu, footerPages: [createReference("cctv")] } }).commit();
    expect(await readHindrances()).toEqual(["menu-empty"]);
  });
});
