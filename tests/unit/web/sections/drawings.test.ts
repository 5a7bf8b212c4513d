import { expect, test } from "vitest";
import { createLabelFn } from "#cms/schema/labels.ts";
import { drawing } from "#cms/schema/sections/drawing.ts";
import { drawingLines } from "#web/sections/drawing-lines.ts";

test("editors choose from the drawings that exist", () => {
  const { fields } = drawing(createLabelFn("es"));
  const chosen = fields.find(({ name }) => name === "drawing") as unknown as {
    options: { list: { value: string }[] };
  };
  const names = Object.keys(drawingLines).toSorted();
  expect(names.length).toBeGreaterThanOrEqual(6);
  expect(chosen.options.list.map(({ value }) => value).toSorted()).toEqual(names);
});
