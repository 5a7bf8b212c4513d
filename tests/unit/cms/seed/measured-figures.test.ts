import { describe, expect, test } from "vitest";
import { loadPage } from "#cms/content/load.ts";
import { measuredFigures } from "#cms/content/measured-figures.ts";
import { readSeed } from "#cms/seed/documents.ts";
import { startSanityWith } from "../../../local/sanity/clients.ts";
import { startForSuite } from "../../../support/suite.ts";

function* listTexts(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  if (typeof value !== "object" || value === null) return;
  for (const child of Object.values(value)) yield* listTexts(child);
}

const sanity = startForSuite(() => startSanityWith());

describe("the figures that the site shows of itself", () => {
  test.each([
    ["home", ["site-paint", "site-weight", "site-lowest-score"]],
    [
      "web-development",
      [
        "site-paint",
        "site-weight",
        "site-requests",
        "site-ratio",
        "site-performance",
        "site-accessibility",
        "site-best-practices",
        "site-seo",
      ],
    ],
  ])("are the measured ones on the page %s", async (name, keys) => {
    const { sections } = await loadPage(sanity.visitor, name);
    const section = sections.find(({ anchor }) => anchor === "este-sitio");
    const items = section?._type === "figures" ? section.items : [];
    expect(items.map(({ key, value }) => [key, value])).toEqual(
      keys.map((key) => [key, measuredFigures[key] ?? "not measured"]),
    );
  });

  test("come with the date of the measurement", async () => {
    const { sections } = await loadPage(sanity.visitor, "web-development");
    const section = sections.find(({ anchor }) => anchor === "este-sitio");
    const date = measuredFigures["site-measured-on"] as { es: string; en: string };
    expect(section?.text?.es).toContain(date.es);
    expect(section?.text?.en).toContain(date.en);
  });

  test("are typed in no text of the launch copy", () => {
    // A size, a short duration, a ratio, a score, or a number beside the name of the tool.
    const typedFigure =
      /\d\s*(kB|KB|MB|ms|s|segundos?|seconds?)\b|\d\s*×|\d (de|of|out of) 100\b|\d.*Lighthouse|Lighthouse.*\d/;
    const texts = [...listTexts(readSeed())].filter((text) => !text.startsWith("image@"));
    expect(texts.filter((text) => typedFigure.test(text))).toEqual([]);
  });
});
