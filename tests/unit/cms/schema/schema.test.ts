import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { pageNames } from "#cms/content/site.ts";
import { helpOf } from "#cms/help.tsx";
import { LocaleInput } from "#cms/schema/fields/locale-input.tsx";
import { compiledSchema, schemaTypes } from "#cms/schema/index.ts";
import { createLabelFn, type Label, type LabelledType } from "#cms/schema/labels.ts";
import { pageTemplate, structure } from "#cms/structure.tsx";

type Choice = { title: string; value: string };
type TypeDefinition = {
  name?: string;
  type?: string;
  title?: string;
  description?: string;
  fields?: TypeDefinition[];
  of?: TypeDefinition[];
  options?: { list?: Choice[]; columns?: number };
  validation?: (rule: unknown) => unknown;
  hidden?: boolean;
};

const listDefinitions = (language: "es" | "en") => schemaTypes(language) as unknown as TypeDefinition[];

/** Yields every type, field and labelled item with its path. */
function* listExplained(definition: TypeDefinition, path: string): Generator<[string, TypeDefinition]> {
  yield [path, definition];
  for (const field of definition.fields ?? []) yield* listExplained(field, `${path}.${field.name}`);
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

  test("options are in both languages and have the same values", () => {
    const listOptions = (from: typeof es) =>
      [...from].flatMap(([path, { options }]) => (options?.list ? [[path, options.list] as const] : []));
    const english = new Map(listOptions(en));
    expect(english.size).toBeGreaterThan(3);
    for (const [path, spanish] of listOptions(es)) {
      expect(
        english.get(path)?.map(({ value }) => value),
        path,
      ).toEqual(spanish.map(({ value }) => value));
      for (const [index, { title }] of spanish.entries()) {
        if (!sameTitles.has(title)) expect(english.get(path)?.[index]?.title, path).not.toBe(title);
      }
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

  test("the desk is in both languages", () => {
    const listTitles = (language: "es" | "en") => {
      const deskTitles: string[] = [];
      const builder: unknown = new Proxy(() => builder, {
        get:
          (_, method) =>
          (...args: unknown[]) => {
            if (method === "title") deskTitles.push(String(args[0]));
            return builder;
          },
      });
      structure(createLabelFn(language), [])(builder as never, {} as never);
      return deskTitles;
    };
    const [spanish, english] = [listTitles("es"), listTitles("en")];
    expect(spanish.length).toBeGreaterThan(10);
    expect(english).toHaveLength(spanish.length);
    for (const [index, title] of spanish.entries()) expect(english[index]).not.toBe(title);
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

test("every section type has a picture and a group in the insert menu", () => {
  const names = schemaTypes("es").flatMap((type) => ("position" in type ? type.name : []));
  const pictures = readdirSync(new URL("../../../../cms/static/sections", import.meta.url));
  expect(pictures.toSorted()).toEqual(names.map((name) => `${name}.webp`).toSorted());
  const page = listDefinitions("es").find(({ name }) => name === "page");
  const options = page?.fields?.find(({ name }) => name === "sections")?.options as {
    insertMenu: { groups: { of: string[] }[] };
  };
  expect(options.insertMenu.groups.flatMap(({ of }) => of).toSorted()).toEqual(names.toSorted());
});

test("every document type has help about its purpose and its publication in both languages", () => {
  const [spanish, english] = [helpOf(createLabelFn("es")), helpOf(createLabelFn("en"))];
  expect(Object.keys(spanish)).toEqual(
    expect.arrayContaining(["page", "siteSettings", "navigation", "redirect"]),
  );
  for (const [name, sentences] of Object.entries(spanish)) {
    for (const [index, sentence] of sentences.entries()) {
      expect(sentence).toMatch(/\.$/);
      expect(english[name]?.[index]).not.toBe(sentence);
    }
  }
});

test("every section type has a file of its name, and a page accepts all of them", () => {
  const files = readdirSync(new URL("../../../../cms/schema/sections", import.meta.url)).map((file) =>
    basename(file, ".ts").replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  );
  const page = listDefinitions("es").find(({ name }) => name === "page");
  const accepted = page?.fields?.find(({ name }) => name === "sections")?.of?.map(({ type }) => type);
  expect(accepted?.toSorted()).toEqual(files.toSorted());
});
