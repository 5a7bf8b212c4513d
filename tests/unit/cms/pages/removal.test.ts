import type { Mutation, SanityClient } from "@sanity/client";
import { afterEach, describe, expect, test } from "vitest";
import {
  hindrancesOf,
  knownAddresses,
  planRemoval,
  type RemovalFacts,
  readRemovalFacts,
} from "#cms/pages/removal.ts";
import type { SeedDocument } from "#cms/seed/documents.ts";
import { startSanity } from "#local/sanity/server.ts";
import { place, readerOf } from "../../../support/content-client.ts";
import { button, changed, copy, ownPage } from "../../../support/copy.ts";

const token = "a-token-for-the-test";
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function lakeWith(...documents: SeedDocument[]): Promise<SanityClient> {
  const sanity = await startSanity({ ...place, port: 0, token, documents });
  open.push(sanity.close);
  return readerOf(sanity.origin).withConfig({ token, perspective: "raw" });
}

const about = ownPage("about", "/sobre-nosotros", "/en/about-us", ["/quienes-somos", "/en/who-we-are"]);
const reference = (_ref: string, _key = _ref) => ({ _type: "reference", _key, _ref });
type Lists = { menu: { _key: string }[]; footerPages: object[]; endPages: object[] };

/** The copy with the page in the menu and the footer. */
const inMenu = changed(copy, "navigation", (document) => {
  const { menu, footerPages, endPages } = document as unknown as Lists;
  menu.push({ _key: "about", _type: "menuLink", page: reference("about") } as never);
  (menu[1] as unknown as { pages: object[] }).pages.push(reference("about"));
  footerPages.push(reference("about"));
  endPages.push(reference("about"));
});
const redirect = (_id: string, from: string, page: string) => ({
  ...{ _id, _type: "redirect", from, language: "es" },
  to: { _type: "reference", _ref: page },
});

async function carryOut(client: SanityClient, facts: RemovalFacts, target: string): Promise<void> {
  let count = 0;
  const changes = planRemoval(facts, { id: "about", target, newId: () => `new-${count++}` });
  await client.mutate(changes as Mutation[]);
}

/** Deletes the page as the Studio does. */
async function remove(client: SanityClient, target: string): Promise<void> {
  const facts = await readRemovalFacts(client, "about");
  await carryOut(client, facts, target);
}
const redirectsOf = (client: SanityClient) =>
  client.fetch('*[_type == "redirect"] | order(from asc){from, "to": to._ref, language}');

describe("a deleted page", () => {
  test("disappears with its draft and its scheduled publication, and its addresses lead to the chosen page", async () => {
    const planned = { _id: "scheduled-publication.about", _type: "scheduledPublication", document: "about" };
    const client = await lakeWith(...copy, about, { ...about, _id: "drafts.about" }, planned);
    await remove(client, "contact");
    expect(await client.fetch('*[_id in ["about", "drafts.about", "scheduled-publication.about"]]')).toEqual(
      [],
    );
    expect(await redirectsOf(client)).toEqual([
      { from: "/en/about-us", to: "contact", language: "en" },
      { from: "/en/who-we-are", to: "contact", language: "en" },
      { from: "/quienes-somos", to: "contact", language: "es" },
      { from: "/sobre-nosotros", to: "contact", language: "es" },
    ]);
  });

  test("disappears from the published and the draft navigation, which keep all other entries", async () => {
    const [navigation] = inMenu.filter(({ _id }) => _id === "navigation") as [SeedDocument];
    const client = await lakeWith(...inMenu, about, { ...navigation, _id: "drafts.navigation" });
    await remove(client, "home");
    const before = copy.find(({ _id }) => _id === "navigation");
    for (const id of ["navigation", "drafts.navigation"])
      expect(await client.getDocument(id)).toMatchObject({ ...before, _id: id });
    expect((await client.getDocument("navigation"))?.menu).toHaveLength(2);
  });

  test("leads its old addresses to the chosen page, and creates no redirect twice", async () => {
    const client = await lakeWith(
      ...copy,
      about,
      redirect("old", "/nosotros", "about"),
      redirect("older", "/quienes-somos", "cctv"),
    );
    await remove(client, "home");
    const found = (await redirectsOf(client)) as { from: string; to: string }[];
    expect(found.filter(({ from }) => from === "/nosotros")).toEqual([
      { from: "/nosotros", to: "home", language: "es" },
    ]);
    expect(found.filter(({ from }) => from === "/quienes-somos")).toEqual([
      { from: "/quienes-somos", to: "cctv", language: "es" },
    ]);
  });

  test("creates no redirect at the address of another page", async () => {
    const other = ownPage("other", "/quienes-somos", "/en/others");
    const client = await lakeWith(...copy, about, other);
    await remove(client, "home");
    expect(JSON.stringify(await redirectsOf(client))).not.toContain('"/quienes-somos"');
  });

  test("leaves no redirects if it was never published", async () => {
    const client = await lakeWith(...copy, { ...about, _id: "drafts.about" });
    expect(knownAddresses(await readRemovalFacts(client, "about"), "about")).toEqual([]);
    await remove(client, "home");
    expect(await client.getDocument("drafts.about")).toBeUndefined();
    expect(await redirectsOf(client)).toEqual([]);
  });
});

describe("the deletion is rejected", () => {
  test.each(["about", "drafts.about", "navigation", "old"])(
    "where somebody has changed %s since it was looked at",
    async (id) => {
      const old = redirect("old", "/nosotros", "about");
      const client = await lakeWith(...inMenu, about, { ...about, _id: "drafts.about" }, old);
      const facts = await readRemovalFacts(client, "about");
      await client.patch(id, { set: { changed: "meanwhile" } }).commit();
      await expect(carryOut(client, facts, "home")).rejects.toMatchObject({ statusCode: 409 });
      expect(await client.getDocument("about")).toBeDefined();
      expect(await redirectsOf(client)).toEqual([{ from: "/nosotros", to: "about", language: "es" }]);
    },
  );

  test("while a published page or a draft links to it, and names every such document", async () => {
    const linking = (id: string) =>
      changed(copy, id, ({ sections }) =>
        Object.assign((sections as object[])[0] ?? {}, { actions: [button("main", "Ver", "See", "about")] }),
      ).find(({ _id }) => _id === id) as SeedDocument;
    const client = await lakeWith(...copy.filter(({ _id }) => _id !== "contact"), about, linking("contact"), {
      ...linking("cctv"),
      _id: "drafts.cctv",
    });
    const facts = await readRemovalFacts(client, "about");
    expect(facts.linking.map(({ _id }) => _id)).toEqual(["contact", "drafts.cctv"]);
    expect(hindrancesOf(facts, "about")).toEqual(["linked"]);
  });

  test("if the menu, a group of it or the footer would become empty", async () => {
    const alone = changed(copy, "navigation", (document) => {
      const group = { _key: "g", _type: "menuGroup", pages: [reference("about")] };
      const link = { _key: "h", _type: "menuLink", page: reference("home") };
      Object.assign(document, { menu: [group, link], footerPages: [reference("about")] });
    });
    const client = await lakeWith(...alone, about);
    const held = async () => hindrancesOf(await readRemovalFacts(client, "about"), "about");
    expect(await held()).toEqual(["group-empty", "footer-empty"]);
    const menu = [{ _key: "a", _type: "menuLink", page: reference("about") }];
    await client.patch("navigation", { set: { menu, footerPages: [reference("cctv")] } }).commit();
    expect(await held()).toEqual(["menu-empty"]);
  });
});
