import { expect, test } from "vitest";
import { nearTheEnd } from "#cms/schema/fields/counted-input.tsx";
import { sayIn } from "#cms/schema/say.ts";

test("announces the length of a text to screen readers only near the limit, not at every letter", () => {
  const said = Array.from({ length: 40 }, (_, used) => nearTheEnd(30 - used, sayIn("es")));
  expect(said.slice(0, 20).join("")).toBe("");
  expect([...new Set(said)]).toEqual([
    "",
    "Quedan 10 caracteres o menos.",
    "Quedan 5 caracteres o menos.",
    "No quedan caracteres.",
    "El texto es demasiado largo.",
  ]);
});
