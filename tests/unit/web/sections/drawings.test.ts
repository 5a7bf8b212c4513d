import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { sayIn } from "#cms/schema/say.ts";
import { drawing } from "#cms/schema/sections/drawing.ts";

test("editors choose from the drawings that there are files of", () => {
  const { fields } = drawing(sayIn("es"));
  const chosen = fields.find(({ name }) => name === "drawing") as unknown as {
    options: { list: { value: string }[] };
  };
  const files = readdirSync(new URL("../../../../web/ui/drawings", import.meta.url));
  const names = files.map((file) => basename(file, ".ts")).toSorted();
  expect(names.length).toBeGreaterThanOrEqual(6);
  expect(chosen.options.list.map(({ value }) => value).toSorted()).toEqual(names);
});
