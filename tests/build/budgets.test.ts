import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { path } from "#cms/content/site.ts";
import { sampleText as text } from "#cms/schema/fields/sample.ts";
import { readSeed } from "#cms/seed/documents.ts";
import { budgets, describeHeavyParts } from "#web/build/budgets.ts";
import { findHeavyParts } from "#web/build/weights.ts";
import { buildSite, toFileName } from "../support/built-site.ts";
import { button, section } from "../support/copy.ts";
import { listLaunchSections } from "../support/launch-copy.ts";

const heavyLoader = {
  name: "The loader",
  bytes: 2_345,
  limit: 2_000,
  modules: { "web/app/loader.ts": 4_000, "web/app/theme.ts": 900, "web/ui/storage.ts": 100 },
};

const grownModules =
  "grown since it was within it, in characters: web/app/loader.ts +1000, web/ui/storage.ts +100";
const largestModules =
  "the largest in it, in characters: web/app/loader.ts 4000, web/app/theme.ts 900, web/ui/storage.ts 100";

test.each([
  ["two have grown", { "The loader": { "web/app/loader.ts": 3_000, "web/app/theme.ts": 900 } }, grownModules],
  ["none has grown", { "The loader": heavyLoader.modules }, largestModules],
  ["the earlier sizes are unknown", {}, largestModules],
])("over the budget, names modules by their growth or size if %s", (_, lastSizes, modules) => {
  expect(describeHeavyParts([heavyLoader], lastSizes)).toEqual([
    `The loader weighs 2.3 kB, and its budget is 2.0 kB; ${modules}.`,
  ]);
});

test("reports nothing within the budget", () => {
  expect(describeHeavyParts([{ ...heavyLoader, bytes: 2_000 }], {})).toEqual([]);
});

test("a build names the largest sections of every page over its budget, and characters that a share card lacks", async () => {
  const reports: string[] = [];
  const onWarning = (sentence: string) => reports.push(sentence);
  const longWords = Array.from({ length: 400 }, (_, index) =>
    createHash("sha256").update(`${index}`).digest("hex"),
  );
  const longSection = section("long", "callToAction", {
    title: text("Largo", "Long"),
    text: text(longWords.join(" "), "Short."),
    actions: [button("only", "Ver", "See", "home")],
  });
  const copy = readSeed().map((document) =>
    document._id === "privacy"
      ? {
          ...document,
          title: text("Privacidad", "Privacy → 😀"),
          sections: [...(document.sections as object[]), longSection],
        }
      : document,
  );
  const sectionPosition = listLaunchSections("privacy").length + 1;
  const built = await buildSite("heavy", copy, { onWarning });
  const address = path("privacy", "es");
  expect(built.page(toFileName(address))).toContain(longWords[0]);
  await built.close();
  expect(reports).toEqual([
    expect.stringMatching(
      new RegExp(
        `^The document ${address} weighs \\d\\d\\.\\d kB, and its budget is 12\\.8 kB; the largest in it, in characters: section ${sectionPosition} "Largo" \\d{5}, section `,
      ),
    ),
    `The share card of ${path("privacy", "en")} leaves out → 😀 of "Privacy → 😀", because its fonts lack these characters.`,
  ]);
});

describe("the first picture of a page", () => {
  const createSource = (file: string, otherAttributes = "") =>
    `<source type="image/avif"${otherAttributes} srcSet="/pictures/${file}-480.avif 480w, /pictures/${file}-1200.avif 1200w, /pictures/${file}-1600.avif 1600w"/>`;
  const first = `<picture>${createSource("dark", ' media="(prefers-color-scheme: dark)"')}${createSource("light")}<img alt="A hall"/></picture>`;
  const html = `<main><section><h1>Cameras</h1>${first}<picture>${createSource("second")}</picture></section></main>`;
  const weighedFiles: string[] = [];
  const createWeigher = (heavyOnes: string[]) => async (file: string) => {
    weighedFiles.push(file);
    return heavyOnes.includes(file) ? budgets.firstPicture + 1 : budgets.firstPicture;
  };

  test("is measured in the files that a phone loads, one for every theme", async () => {
    expect(await findHeavyParts("/cameras", html, createWeigher(["/pictures/second-1200.avif"]))).toEqual([]);
    expect(weighedFiles).toEqual(["/pictures/dark-1200.avif", "/pictures/light-1200.avif"]);
  });

  test.each(["dark", "light"])(
    "is named by its description if its file for the %s theme is too large",
    async (file) => {
      expect(await findHeavyParts("/cameras", html, createWeigher([`/pictures/${file}-1200.avif`]))).toEqual([
        'The first picture of /cameras on a phone, "A hall", weighs 60.0 kB, and its budget is 60.0 kB.',
      ]);
    },
  );
});
