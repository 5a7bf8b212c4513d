import type { SanityClient } from "@sanity/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleText as text } from "#cms/schema/fields/sample.ts";
import { changeDocument, copy, feature, section } from "../../support/copy.ts";
import { startSanityWith } from "./clients.ts";

let sanity: Awaited<ReturnType<typeof startSanityWith>>["sanity"];
let editor: SanityClient;
beforeAll(async () => {
  const home = changeDocument(copy, "home", (page) => {
    page.sections = [
      section("a", "hero", {
        title: text("Tu negocio, en línea y en orden", "Your business, online and in order"),
      }),
    ];
  });
  const cameras = changeDocument(home, "cctv", (page) => {
    page.title = text("Cámaras de seguridad", "Security cameras");
    page.sections = [
      section("a", "featureGrid", {
        items: [feature("a", "Monitoreo remoto, soporte técnico", "Monitoring")],
      }),
    ];
  });
  const documents = changeDocument(cameras, "technical-support", (page) => {
    page.title = text("Soporte técnico", "Technical support");
  });
  ({ sanity, editor } = await startSanityWith(documents));
});
afterAll(() => sanity.close());

// The exact queries of the Studio's search.
const match = "([@, _id] match text::query($__query) || references($__rawQuery))";
const byRelevance = `// findability-mvi:5
*[_type in $__types] | score(boost(_type in ["page"] && title.es match text::query($__query), 10), boost(_type in ["siteSettings"] && brandName match text::query($__query), 10), ${match}) [_score > 0] {_type, _id, _originalId, "orderings": [_score]} | order(orderings[0] desc) [0...$__limit]`;
const inOrder = `// findability-mvi:5
*[_type in $__types && ${match}] {_type, _id, _originalId, "orderings": [_updatedAt]} | order(orderings[0] desc) [0...$__limit]`;

/** Returns the ids that the Studio finds for a typed text. The last word matches as a prefix. */
async function searchIds(typed: string, query = byRelevance): Promise<string[]> {
  const params = {
    __types: ["page", "siteSettings", "navigation", "redirect"],
    __limit: 26,
    __query: /["*]$/.test(typed) ? typed : `${typed}*`,
    __rawQuery: typed,
  };
  const hits = await editor.fetch<{ _id: string }[]>(query, params, { perspective: "raw" });
  return hits.map(({ _id }) => _id);
}

describe("the Studio's search finds the page that has a text", () => {
  test.each([
    ["in a headline of a section", "negocio en línea y en orden", ["home"]],
    ["in English", "business online and in order", ["home"]],
    ["in an item of a section", "monitoreo remoto", ["cctv"]],
    ["without the accents", "tu negocio en linea y en orden", ["home"]],
    ["in capitals", "NEGOCIO EN LÍNEA Y EN ORDEN", ["home"]],
    ["by the beginning of the last word", "negocio en línea y en ord", ["home"]],
    ["in the company facts", "casa azul", ["siteSettings"]],
  ])("%s: %s", async (_, typed, ids) => {
    expect(await searchIds(typed)).toEqual(expect.arrayContaining(ids));
    expect(await searchIds(typed, inOrder)).toEqual(expect.arrayContaining(ids));
  });

  test("every word must match as a whole, except the last one", async () => {
    expect(await searchIds("negocio xilófono")).toEqual([]);
    expect(await searchIds("negoci línea")).toEqual([]);
  });

  test("a phrase in quotes must match exactly, and a word after a minus must be absent", async () => {
    expect(await searchIds('"en línea y en orden"')).toEqual(["home"]);
    expect(await searchIds('"orden y en línea"')).toEqual([]);
    const cameraIds = await searchIds("cámaras");
    expect(cameraIds).toContain("cctv");
    expect(await searchIds("cámaras -seguridad")).not.toContain("cctv");
  });

  test("a page with a matching title comes first", async () => {
    expect((await searchIds("soporte técnico"))[0]).toBe("technical-support");
  });

  test("a single star finds everything, and names of fields and types find nothing", async () => {
    expect(await searchIds("*")).toHaveLength(copy.length);
    expect(await searchIds("localeString")).toEqual([]);
  });
});

test("a draft is found by its own text", async () => {
  const page = await editor.getDocument("contact");
  await editor.createOrReplace({
    ...page,
    _id: "drafts.contact",
    title: { es: "Zarcero", en: "Zarcero" },
  } as never);
  expect(await searchIds("zarcero")).toEqual(["drafts.contact"]);
});
