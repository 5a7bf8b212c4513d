import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSeed, type SeedDocument, toFileName } from "#cms/seed/documents.ts";
import { formatDocument } from "#cms/seed/format.ts";
import { buildSite, documents } from "../support/built-site.ts";
import { createInstalledClone } from "../support/clone.ts";
import { listMarkupFaults } from "../support/markup.ts";

// These tests read the launch copy itself; most other tests have their own copies.
const testFiles = ["tests/unit/cms/seed/seed.test", "tests/unit/cms/content/load", "tests/database/privacy"];
type LocaleText = { es: string; en: string };
type EditedSection = {
  _key: string;
  _type: string;
  title: LocaleText;
  text?: LocaleText;
  [field: string]: unknown;
};

const createText = (es: string, en: string) => ({ _type: "localeText", es, en });

function* listObjects(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const child of Object.values(value)) yield* listObjects(child);
}

// The texts of these pages stay: the home page's are specified, and the privacy page must describe the stored data.
const fixedPages = ["home", "privacy"];

function edit(document: SeedDocument): SeedDocument {
  const pictures = [...listObjects(document)].filter(({ _type }) => _type === "picture");
  for (const [index, picture] of pictures.entries()) {
    picture.alt = createText(
      `Otra vista de la casa, la número ${index}.`,
      `Another view of the house, number ${index}.`,
    );
  }
  if (document._type !== "page") return document;
  const sections = document.sections as EditedSection[];
  for (const [index, section] of sections.entries()) {
    const isSpecified = document._id === "contact" && index === 0;
    if (!isSpecified) section.title = createText(`Otro titular ${index}`, `Another headline ${index}`);
    if (section.text && !fixedPages.includes(document._id))
      section.text = createText("Otras palabras, más cortas.", "Other words, shorter ones.");
    const cards = section._type === "serviceCards" || section._type === "contactCards";
    if (section._type === "benefits" || cards) ((section.items ?? section.cards) as unknown[]).reverse();
    if (section._type === "plans") {
      for (const plan of section.plans as { text: LocaleText; features: unknown[] }[]) {
        plan.text = createText("Ahora a otro precio.", "Now at another price.");
        plan.features.reverse();
      }
    }
  }
  const [opening] = sections;
  if (opening && document._id !== "contact") {
    sections.unshift({
      _key: "new",
      _type: "hero",
      title: createText("Recién añadido", "Newly added"),
      actions: opening.actions,
    });
  }
  return document;
}

/**
 * The launch copy as an editor might leave it: other headlines, texts, descriptions and order, and a new section and
 * redirect. Specified content stays: the home page's services, the buttons, the plans, the listed items and the figures.
 */
const editedDocuments: SeedDocument[] = [
  ...readSeed().map(edit),
  {
    ...{ _id: "old-cameras", _type: "redirect", from: "/camaras-viejas", language: "es" },
    to: { _type: "reference", _ref: "cctv" },
  },
];

let tree = "";
beforeAll(async () => {
  tree = await createInstalledClone();
  for (const document of editedDocuments) {
    const file = join(tree, "cms/seed", toFileName(document));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, formatDocument(document));
  }
});
afterAll(() => rm(tree, { recursive: true }));

test("tests that read the launch copy pass after editors have changed it", async () => {
  const { LOCAL_POSTGRES_URL: _, ...env } = process.env;
  const variables = Object.entries(env).filter(([name]) => !name.startsWith("VITEST"));
  const vitest = join("node_modules", "vitest", "vitest.mjs");
  const { stdout } = await promisify(execFile)(process.execPath, [vitest, "run", ...testFiles], {
    cwd: tree,
    env: Object.fromEntries(variables),
  }).catch((failure) => failure);
  expect(stdout).toMatch(new RegExp(`Test Files .*${testFiles.length} passed`));
  expect(stdout).not.toContain("failed");
});

test("an edited launch copy builds documents that conform to the HTML standard", async () => {
  const builtSite = await buildSite("edited", editedDocuments);
  expect(builtSite.page("index.html")).toContain("Otro titular 1");
  for (const { file } of documents) expect(await listMarkupFaults(builtSite.page(file)), file).toEqual([]);
  await builtSite.close();
});
