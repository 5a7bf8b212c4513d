import { readdirSync } from "node:fs";
import { expect, expectTypeOf, test } from "vitest";
import type { SectionType } from "#cms/content/types.ts";
import { schemaTypes } from "#cms/schema/index.ts";
import type { registry } from "#web/sections/registry.ts";

const toFileName = (type: string) => type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test("a section type without a renderer does not compile", () => {
  expectTypeOf<keyof typeof registry>().toEqualTypeOf<SectionType>();
  type IncompleteRegistry = Omit<typeof registry, "plans">;
  expectTypeOf<IncompleteRegistry>().not.toExtend<typeof registry>();
});

test("every section type of the schema has its renderer in a file of its name", () => {
  const page = schemaTypes("es").find(({ name }) => name === "page") as unknown as {
    fields: { name: string; of?: { type: string }[] }[];
  };
  const types = page.fields.find(({ name }) => name === "sections")?.of?.map(({ type }) => type) ?? [];
  const files = readdirSync(new URL("../../../../web/sections", import.meta.url));
  expect(types.length).toBeGreaterThan(10);
  expect(types.filter((type) => !files.includes(`${toFileName(type)}.tsx`))).toEqual([]);
});
