import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import siteSettings from "#cms/seed/site-settings.json" with { type: "json" };

const web = new URL("../../../../web/", import.meta.url);
const sources = readdirSync(web, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(tsx?|json)$/.test(name))
  .map((name) => ({ name, text: readFileSync(new URL(name, web), "utf8") }));

const { brandName, instagram } = siteSettings;
const escapeRegExp = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
// Figures of the company as the specification writes them. Times of day and CSS do not match, and “999+” is the
// inbox's largest count.
const figure = /(?<![\w.(-])((?!999)\d+\+|99 ?%|24\/7)(?![\w.)])/;
const forbidden: [what: string, pattern: RegExp][] = [
  ["the brand", new RegExp(escapeRegExp(brandName), "i")],
  ["an e-mail address", /[\w.+-]+@(?!example\.com|ejemplo\.com)[\w-]+\.[a-z]{2,}/i],
  ["a link to a contact", /(mailto:|tel:|wa\.me\/|instagram\.com\/)(?!\$\{)[\w+]/],
  ["a telephone number", /\+\d{3}[ \d-]{6,}|\b\d{4}[ -]\d{4}\b/],
  ["an Instagram handle", new RegExp(escapeRegExp(instagram))],
  ["a figure", figure],
];

const findFacts = (text: string) =>
  text
    .split("\n")
    .flatMap((line) =>
      forbidden
        .filter(([, pattern]) => pattern.test(line))
        .map(([factName]) => `${factName}: ${line.trim()}`),
    );

test("no contact detail and no figure of the company is written in the site's code or messages", () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(({ name, text }) => findFacts(text).map((line) => `${name}: ${line}`))).toEqual([]);
});
