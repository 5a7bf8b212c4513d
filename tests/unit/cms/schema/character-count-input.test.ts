import { expect, test } from "vitest";
import { toRemainingMessage } from "#cms/schema/fields/character-count-input.tsx";
import { createLabelFn } from "#cms/schema/labels.ts";

test("announces the length of a text to screen readers only near the limit, not at every letter", () => {
  const announcements = Array.from({ length: 40 }, (_, usedCharacters) =>
    toRemainingMessage(30 - usedCharacters, createLabelFn("es")),
  );
  expect(announcements.slice(0, 20).join("")).toBe("");
  expect([...new Set(announcements)]).toEqual([
    "",
    "Quedan 10 caracteres o menos.",
    "Quedan 5 caracteres o menos.",
    "No quedan caracteres.",
    "El texto es demasiado largo.",
  ]);
});
