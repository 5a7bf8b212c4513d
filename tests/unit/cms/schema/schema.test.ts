import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { pageNames } from "#cms/content/site.ts";
import { LocaleInput } from "#cms/schema/fields/locale-input.tsx";
import { compiledSchema, schemaTypes } from "#cms/schema/index.ts";
import { createLabelFn, type Label, type LabelledType } from "#cms/schema/labels.ts";
import { pageTemplate, structure } from "#cms/structure.tsx";
import { listLaunchSections } from "../../../support/launch-copy.ts";

type TypeDefinition = {
  name?: string;
  type?: string;
  title?: string;
  description?: string;
  fields?: TypeDefinition[];
  of?: TypeDefinition[];
  options?: object;
  hidden?: unknown;
};

const listDefinitions = (language: "es" | "en") => schemaTypes(language) as unknown as TypeDefinition[];

/** Yields every type, field and labelled item with its path. */
function* listExplained(definition: TypeDefinition, path: string): Generator<[string, TypeDefinition]> {
  yield [path, definition];
  for (const field of definition.fields ?? [])
    if (field.hidden !== true) yield* listExplained(field, `${path}.${field.name}`);
  // An item that only references a type has its labels there.
  for (const item of definition.of ?? [])
    if (item.fields) yield* listExplained(item, `${path}[${item.name}]`);
}

const mapExplained = (language: "es" | "en") =>
  new Map(
    listDefinitions(language).flatMap((definition) => [...listExplained(definition, definition.name ?? "")]),
  );

/** Titles that are the same in both languages. */
const sameTitles = new Set(["Plan", "WhatsApp", "Instagram"]);

describe("the Studio is in Spanish and in English", () => {
  const [es, en] = [mapExplained("es"), mapExplained("en")];

  test("every type has a title, and every field, page and redirect also a sentence about its purpose", () => {
    expect(es.size).toBeGreaterThan(80);
    for (const [path, { title, description }] of [...es, ...en]) {
      expect(title, path).toMatch(/\S/);
      const isDescribed = /^(page|redirect)$|\.\w+$/.test(path);
      if (isDescribed) expect(description, path).toMatch(/^.{10,}[.]$/);
    }
  });

  test("all of them are in both languages", () => {
    expect([...en.keys()]).toEqual([...es.keys()]);
    for (const [path, spanish] of es) {
      const english = en.get(path);
      if (!sameTitles.has(spanish.title ?? "")) expect(spanish.title, path).not.toBe(english?.title);
      if (spanish.description) expect(spanish.description, path).not.toBe(english?.description);
    }
  });

  test("a text in one language only does not compile", () => {
    const say = createLabelFn("es");
    // @ts-expect-error the English is missing
    say({ es: "Página" });
    const title: Label = say({ es: "Página", en: "Page" });
    const field = { name: "name", title, description: title };
    const explainedPage = { name: "page", title, fields: [field] } satisfies LabelledType;
    // @ts-expect-error this title was not written in both languages
    const plain = { ...explainedPage, fields: [{ ...field, title: "Name" }] } satisfies LabelledType;
    // @ts-expect-error this field has no description
    const silent = { ...explainedPage, fields: [{ name: "name", title }] } satisfies LabelledType;
    expect([plain.name, silent.name]).toEqual(["page", "page"]);
  });
});

test("a fixed page without a document starts with the name of its desk entry", () => {
  const calls: [method: string, args: unknown[]][] = [];
  const builder: unknown = new Proxy(() => builder, {
    get:
      (_, method) =>
      (...args: unknown[]) => {
        calls.push([String(method), args]);
        return builder;
      },
  });
  const say = createLabelFn("es");
  structure(say, [])(builder as never, {} as never);
  const templateCalls = calls.flatMap(([method, args]) => (method === "initialValueTemplate" ? [args] : []));
  const { id: template, value, parameters } = pageTemplate(say);
  expect(templateCalls).toEqual(pageNames.map((name) => [template, { name }]));
  expect(value).toBeTypeOf("function");
  expect((value as (initialValues: { name: string }) => object)({ name: "privacy" })).toEqual({
    name: "privacy",
  });
  // Without a parameter, every menu for new documents would offer it.
  expect(parameters).toHaveLength(1);
});

test("every text has the input that shows its length and its outdated language", () => {
  const inputs = new Map<string, unknown>();
  type Compiled = {
    name: string;
    fields?: { name: string; type: Compiled }[];
    of?: Compiled[];
    components?: object;
  };
  const walk = (type: Compiled, path: string, visitedTypes: Compiled[]) => {
    if (visitedTypes.includes(type)) return;
    const { input } = (type.components ?? {}) as { input?: unknown };
    const isText = type.fields?.some(({ name }) => name === "follower");
    if (isText) inputs.set(path, input);
    for (const { name, type: field } of type.fields ?? [])
      walk(field, `${path}.${name}`, [...visitedTypes, type]);
    for (const item of type.of ?? []) walk(item, `${path}[${item.name}]`, [...visitedTypes, type]);
  };
  const schema = compiledSchema("es");
  for (const name of ["page", "siteSettings", "navigation"])
    walk(schema.get(name) as unknown as Compiled, name, []);
  expect(inputs.size).toBeGreaterThan(40);
  for (const [path, input] of inputs) expect(input, path).toBe(LocaleInput);
});

const sectionTypes = schemaTypes("es").flatMap((type) => ("position" in type ? type : []));

test("a section type has a sample if it can be empty, or if no page of the launch copy shows one", () => {
  const launchTypes = new Set(pageNames.flatMap(listLaunchSections).map(({ _type }) => _type));
  const types = sectionTypes.filter(
    ({ name, sample, filledBy = [] }) => !sample && (filledBy.length > 0 || !launchTypes.has(name)),
  );
  expect(types.map(({ name }) => name)).toEqual([]);
});

test("every section type has a picture and a group in the insert menu", () => {
  const names = sectionTypes.map(({ name }) => name);
  const pictures = readdirSync(new URL("../../../../cms/static/sections", import.meta.url));
  expect(pictures.toSorted()).toEqual(names.map((name) => `${name}.webp`).toSorted());
  const page = listDefinitions("es").find(({ name }) => name === "page");
  const options = page?.fields?.find(({ name }) => name === "sections")?.options as {
    insertMenu: { groups: { of: string[] }[] };
  };
  expect(options.insertMenu.groups.flatMap(({ of }) => of).toSorted()).toEqual(names.toSorted());
});
