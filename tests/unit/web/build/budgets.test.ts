import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { path } from "#cms/content/site.ts";
import { readSeed } from "#cms/seed/documents.ts";
import { budgets, tooHeavy } from "#web/build/budgets.ts";
import { heavyParts } from "#web/build/weights.ts";
import { buildSite, fileOf } from "../../../support/built-site.ts";
import { button, section, text } from "../../../support/copy.ts";
import { launchedSections } from "../../../support/launch-copy.ts";

const heavy = {
  what: "The loader",
  bytes: 2_345,
  limit: 2_000,
  modules: { "web/app/loader.ts": 4_000, "web/app/theme.ts": 900, "web/ui/storage.ts": 100 },
};

test("names the modules that have grown since the budget was met", () => {
  const before = { "The loader": { "web/app/loader.ts": 3_000, "web/app/theme.ts": 900 } };
  expect(tooHeavy([heavy], before)).toEqual([
    "The loader weighs 2.3 kB, and its budget is 2.0 kB; grown since it was within it, in characters: web/app/loader.ts +1000, web/ui/storage.ts +100.",
  ]);
});

test("names the largest modules without earlier sizes", () => {
  expect(tooHeavy([heavy], {})).toEqual([
    "The loader weighs 2.3 kB, and its budget is 2.0 kB; the largest in it, in characters: web/app/loader.ts 4000, web/app/theme.ts 900, web/ui/storage.ts 100.",
  ]);
});

test("reports nothing within the budget", () => {
  expect(tooHeavy([{ ...heavy, bytes: 2_000 }], {})).toEqual([]);
});

test("names the largest modules if none has grown", () => {
  expect(tooHeavy([heavy], { "The loader": heavy.modules })).toEqual(tooHeavy([heavy], {}));
});

test("a build names the largest sections of every page over its budget", async () => {
  const said: string[] = [];
  const onHeavy = (sentence: string) => said.push(sentence);
  const words = Array.from({ length: 400 }, (_, index) =>
    createHash("sha256").update(`${index}`).digest("hex"),
  );
  const long = section("long", "callToAction", {
    title: text("Largo", "Long"),
    text: text(words.join(" "), "Short."),
    actions: [button("only", "Ver", "See", "home")],
  });
  const copy = readSeed().map((document) =>
    document._id === "privacy"
      ? { ...document, sections: [...(document.sections as object[]), long] }
      : document,
  );
  const place = launchedSections("privacy").length + 1;
  const built = await buildSite("heavy", copy, { onHeavy });
  const address = path("privacy", "es");
  expect(built.page(fileOf(address))).toContain(words[0]);
  await built.close();
  expect(said).toEqual([
    expect.stringMatching(
      new RegExp(
        `^The document ${address} weighs \\d\\d\\.\\d kB, and its budget is 12\\.5 kB; the largest in it, in characters: section ${place} "Largo" \\d{5}, section `,
      ),
    ),
  ]);
});

describe("the first picture of a page", () => {
  const source = (file: string, more = "") =>
    `<source type="image/avif"${more} srcSet="/pictures/${file}-480.avif 480w, /pictures/${file}-1200.avif 1200w, /pictures/${file}-1600.avif 1600w"/>`;
  const first = `<picture>${source("dark", ' media="(prefers-color-scheme: dark)"')}${source("light")}<img alt="A hall"/></picture>`;
  const html = `<main><section><h1>Cameras</h1>${first}<picture>${source("second")}</picture></section></main>`;
  const asked: string[] = [];
  const weighing = (heavyOnes: string[]) => async (file: string) => {
    asked.push(file);
    return heavyOnes.includes(file) ? budgets.firstPicture + 1 : budgets.firstPicture;
  };

  test("is measured in the files that a phone loads, one for every theme", async () => {
    expect(await heavyParts("/cameras", html, weighing(["/pictures/second-1200.avif"]))).toEqual([]);
    expect(asked).toEqual(["/pictures/dark-1200.avif", "/pictures/light-1200.avif"]);
  });

  test.each(["dark", "light"])(
    "is named by its description if its file for the %s theme is too large",
    async (file) => {
      expect(await heavyParts("/cameras", html, weighing([`/pictures/${file}-1200.avif`]))).toEqual([
        'The first picture of /cameras on a phone, "A hall", weighs 60.0 kB, and its budget is 60.0 kB.',
      ]);
    },
  );
});
