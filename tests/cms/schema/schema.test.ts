import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { schemaTypes } from "#cms/schema/index.ts";

type Definition = {
  name?: string;
  type?: string;
  description?: string;
  fields?: Definition[];
  of?: Definition[];
  validation?: unknown;
};

const definitions = schemaTypes as unknown as Definition[];

function* described(definition: Definition, path: string): Generator<[string, string | undefined]> {
  yield [path, definition.description];
  for (const field of definition.fields ?? []) yield* described(field, `${path}.${field.name}`);
  // A member that only names a type is described where that type is.
  for (const member of definition.of ?? []) if (member.fields) yield* described(member, `${path}[]`);
}

test("every document, section and field tells editors in a sentence what it is for", () => {
  const all = definitions.flatMap((definition) => [...described(definition, definition.name ?? "")]);
  expect(all.length).toBeGreaterThan(80);
  expect(
    all.filter(([, description]) => !/^.{10,}\.$/.test(description ?? "")).map(([path]) => path),
  ).toEqual([]);
});

test("both languages of a text are required, side by side", () => {
  for (const name of ["localeString", "localeText"]) {
    const type = definitions.find((definition) => definition.name === name) as Definition & {
      options: { columns: number };
    };
    expect(type.options.columns).toBe(2);
    expect(type.fields?.map((field) => [field.name, typeof field.validation])).toEqual([
      ["es", "function"],
      ["en", "function"],
    ]);
  }
});

test("a section type has a file of its own name, and a page takes every one of them", () => {
  const files = readdirSync(new URL("../../../cms/schema/sections", import.meta.url)).map((file) =>
    basename(file, ".ts").replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  );
  const page = definitions.find(({ name }) => name === "page");
  const accepted = page?.fields?.find(({ name }) => name === "sections")?.of?.map(({ type }) => type);
  expect(accepted?.toSorted()).toEqual(files.toSorted());
});
