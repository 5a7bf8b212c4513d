import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SanityDocument } from "@sanity/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleRenderer } from "#web/build/bundle.ts";
import { loadSite, type SiteContent } from "#web/build/content.ts";
import type { BuildRenderer } from "#web/render/site-renderer.ts";
import { startSanityWith, testDataset } from "../local/sanity/clients.ts";
import { copy, createEditorPage, createRedirect } from "../support/copy.ts";
import { addProof } from "../support/proof-copy.ts";
import { startForSuite } from "../support/suite.ts";

const documents = [
  ...copy.map(addProof),
  createEditorPage("about", "/nosotros", "/en/us"),
  createRedirect("old", "/camaras", "cctv"),
  createRedirect("older", "/antes", "home"),
];
const sanity = startForSuite(() => startSanityWith(documents));

let folder: string;
let renderer: BuildRenderer;
let whole: SiteContent;
const readSite = () => loadSite({ ...testDataset, apiHost: sanity.origin });
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrina-broken-"));
  const { createRenderer } = await bundleRenderer(folder);
  renderer = createRenderer({
    siteOrigin: "https://guaria.example",
    styles: null,
    loader: { src: "/loader.js" },
    preview: { script: { src: "/preview.js" }, styles: [] },
    securityExpires: "2027-10-01T00:00:00.000Z",
    cardRecipe: "recipe",
  });
  whole = await readSite();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** The ways in which a field can be broken by a program that writes to the CMS. */
const breaks: Record<string, (value: unknown) => unknown> = {
  null: () => null,
  "an object": () => ({ en: 42 }),
  "a text": () => "text",
  "a list": () => [null, "text", { _type: "nothing", _key: "x" }],
  "a missing reference": (value) =>
    isObject(value) && "_ref" in value ? { ...value, _ref: "gone", _weak: true } : value,
  twice: (value) => (Array.isArray(value) ? [...value, ...value] : value),
};

/** Yields every field of a document with a function that returns the document with another value of the field. */
function* listFields(
  value: Fields,
  type: string,
): Generator<[path: string, value: unknown, replace: (value: unknown) => Fields]> {
  for (const [name, field] of Object.entries(value)) {
    if (/^_(id|rev|createdAt|updatedAt|system)$/.test(name) || ("_id" in value && name === "_type")) continue;
    const replace = (replacement: unknown) => ({ ...value, [name]: replacement });
    yield [`${type}.${name}`, field, replace];
    const items: unknown[] = Array.isArray(field) ? field : [];
    for (const [index, item] of items.entries()) {
      if (!isObject(item)) continue;
      for (const [path, child, replaceChild] of listFields(item, String(item._type ?? `${type}.${name}`)))
        yield [path, child, (replacement) => replace(items.with(index, replaceChild(replacement)))];
    }
    if (!isObject(field) || Array.isArray(field)) continue;
    for (const [path, child, replaceChild] of listFields(field, String(field._type ?? `${type}.${name}`)))
      yield [path, child, (replacement) => replace(replaceChild(replacement))];
  }
}

const publish = (document: Fields) => sanity.editor.createOrReplace(document as unknown as SanityDocument);

// A field of a type that several documents have is broken once.
const brokenFields = new Set<string>();

/** Publishes broken versions of a document, one for each field and way, and hands over the site of each. */
async function breakEach(
  id: string,
  check: (site: SiteContent | Error, name: string) => Promise<void> | void,
) {
  const original = (await sanity.editor.getDocument(id)) as SanityDocument;
  try {
    for (const [path, value, replace] of listFields(original, id)) {
      if (brokenFields.has(path)) continue;
      brokenFields.add(path);
      for (const [name, breakValue] of Object.entries(breaks)) {
        const replacement = breakValue(value);
        if (replacement === value) continue;
        // The CMS rejects some references to missing documents itself.
        const isAccepted = await publish(replace(replacement)).then(
          () => true,
          () => false,
        );
        if (isAccepted) await check(await readSite().catch((error: Error) => error), `${path} is ${name}`);
      }
    }
  } finally {
    await publish(original);
  }
}

/** Returns the name of each page with the types of its sections. */
const outline = ({ pages }: SiteContent) =>
  pages.map((page) => [page.name, ...page.sections.map(({ _type }) => _type)].join(" "));

/** Renders a page of the site. @throws the error of a component */
async function renderPage({ settings, navigation, pages }: SiteContent, name: string): Promise<string> {
  const page = pages.find((candidate) => candidate.name === name) ?? null;
  return (await renderer.makePage({ settings, navigation, page }, "content", "es")).make();
}

describe.each(["home", "technical-support", "cctv", "privacy", "about"])(
  "a broken field of the page %s",
  (id) => {
    test("costs at most this page, which is rendered if it is shown", { timeout: 600_000 }, async () => {
      const otherPages = outline(whole).filter((page) => !page.startsWith(`${id} `));
      await breakEach(id, async (site, name) => {
        if (id === "home" && site instanceof Error) return;
        expect([name, site]).toEqual([name, expect.not.objectContaining({ name: "ContentError" })]);
        if (site instanceof Error) throw site;
        // A page of another name is another page.
        const visiblePages = outline(site).filter((page) => otherPages.includes(page));
        expect([name, visiblePages]).toEqual([name, otherPages]);
        expect([name, site.redirects.length >= whole.redirects.length - 1]).toEqual([name, true]);
        if (site.pages.some((page) => page.name === id)) {
          const html = await renderPage(site, id).catch((error) => `${error.stack}`);
          expect([name, html.slice(0, 300)]).toEqual([name, expect.stringMatching(/^<!doctype html>/i)]);
        }
      });
    });
  },
);

test("a broken field of the menu or of a redirect costs no page", { timeout: 600_000 }, async () => {
  for (const id of ["navigation", "old"]) {
    await breakEach(id, async (site, name) => {
      // The edge keeps the last good pages without this text, and a build fails.
      if (site instanceof Error && name.startsWith("navigation.footerTitle ")) return;
      if (site instanceof Error) throw new Error(`${name}: ${site.stack}`);
      expect([name, outline(site)]).toEqual([name, outline(whole)]);
      if (id === "old")
        expect([name, site.redirects]).toEqual([name, expect.arrayContaining(whole.redirects.slice(0, 1))]);
      const html = await renderPage(site, "cctv").catch((error) => `${error.stack}`);
      expect([name, html.slice(0, 300)]).toEqual([name, expect.stringMatching(/^<!doctype html>/i)]);
    });
  }
});

/** Details without which no page can be shown. The edge keeps the last good pages, and a build fails. */
const requiredDetails = [
  ...["brandName", "email", "phone", "whatsapp", "instagram"],
  ...["tagline", "place", "footer"],
];

test("a broken field of the company details costs no page, apart from contacts and the name", {
  timeout: 600_000,
}, async () => {
  await breakEach("siteSettings", async (site, name) => {
    if (site instanceof Error) {
      expect(name).toMatch(new RegExp(`^siteSettings\\.(${requiredDetails.join("|")}) `));
      return;
    }
    expect([name, site.pages.map((page) => page.name)]).toEqual([name, whole.pages.map((page) => page.name)]);
    const html = await renderPage(site, "cctv").catch((error) => `${error.stack}`);
    expect([name, html.slice(0, 300)]).toEqual([name, expect.stringMatching(/^<!doctype html>/i)]);
  });
});
