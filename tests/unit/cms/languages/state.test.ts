import { describe, expect, test } from "vitest";
import { isUpToDate, languageStates, stateLine } from "#cms/languages/state.ts";
import { digest } from "#cms/schema/fields/follower.ts";
import { schemaTypes } from "#cms/schema/index.ts";
import { createLabelFn } from "#cms/schema/labels.ts";
import { readSeed, type SeedDocument } from "#cms/seed/documents.ts";

const types = schemaTypes("es");
const seed = new Map(readSeed().map((document) => [document._id, document]));
const getPage = (id: string) => structuredClone(seed.get(id)) as SeedDocument & { sections: StoredSection[] };
type StoredSection = { _key: string; _type: string; [field: string]: unknown };

const describeState = (document: SeedDocument, language: "es" | "en" = "es") =>
  stateLine(languageStates(document, types), createLabelFn(language));

test("the languages of the launch copy are in step", () => {
  for (const document of seed.values())
    expect(isUpToDate(languageStates(document, types)), document._id).toBe(true);
  expect(describeState(getPage("home"))).toBe("Español ✓ · English ✓");
});

describe("a document shows the state of every language", () => {
  test("when a text is missing at any depth", () => {
    const home = getPage("home");
    const actions = home.sections[0]?.actions as { label: { en?: string } }[];
    delete actions[0]?.label.en;
    expect(describeState(home)).toBe("English: falta texto");
    expect(describeState(home, "en")).toBe("English: text missing");
  });

  test("when a new section has no texts yet", () => {
    const home = getPage("home");
    home.sections.push({ _key: "new", _type: "callToAction" });
    const states = languageStates(home, types);
    expect([states.es.missing, states.en.missing]).toEqual([1, 1]);
  });

  test("when one language is older than the other", () => {
    const settings = getPage("siteSettings") as SeedDocument as SeedDocument & {
      tagline: { es: string; follower?: object };
    };
    settings.tagline.follower = { language: "en", of: digest(settings.tagline.es) };
    expect(describeState(settings)).toBe("Español ✓ · English ✓");
    settings.tagline.es = "Otra cosa";
    expect(describeState(settings)).toBe("English: desactualizado");
  });

  test("without regard to optional texts", () => {
    const home = getPage("home");
    for (const section of home.sections) delete section.text;
    expect(isUpToDate(languageStates(home, types))).toBe(true);
  });
});

test("a list of documents shows the state under every title", () => {
  const { preview } = types.find(({ name }) => name === "page") as unknown as {
    preview: { select: Record<string, string>; prepare: (selected: object) => object };
  };
  const home = getPage("home") as Record<string, unknown>;
  const getValue = (path: string) =>
    path.split(".").reduce((value, key) => (value as never)?.[key], home as unknown);
  const selected = Object.fromEntries(
    Object.entries(preview.select).map(([key, path]) => [key, getValue(path)]),
  );
  expect(preview.prepare(selected)).toMatchObject({ title: "Inicio", subtitle: "Español ✓ · English ✓" });
  expect(preview.prepare({ ...selected, "document:description": { es: "Hola" } })).toMatchObject({
    subtitle: "English: falta texto",
  });
});
