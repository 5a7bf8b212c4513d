import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readSeed } from "#cms/seed/documents.ts";
import { readDocuments, toProse } from "../structure/markdown.ts";

const root = new URL("../../../", import.meta.url);
const readText = (file: string) => readFileSync(new URL(file, root), "utf8");
const listFiles = (folder: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `${folder}${name}`);

/** Yields the English texts in a value of the CMS. */
function* listEnglish(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === "en" && typeof child === "string") yield child;
    else yield* listEnglish(child);
  }
}

/** Returns the string literals of a source file, without comments. */
const listLiterals = (file: string) =>
  [
    ...readText(file)
      .replaceAll(/^\s*(\/\/|\/?\*).*$/gm, "")
      .matchAll(/"([^"\n]+)"|`([^`]+)`/g),
  ].map(([, plain, template]) => plain ?? template ?? "");

const british =
  /\b(e-mail|enquir\w+|whilst|licence|defence|programme|catalogue|grey|cheque|mould|judgement|learnt|analyse\w*|cent(re|red|ring)|(met|lit|theat)re)\b|\b(colo|favo|behavio|neighbo|hono|labo)ur|\b(organ|recogn|personal|optim|custom|minim|maxim|real|special|util|prior|summar|author|visual)is(e|ed|es|ing|ation)\b|(cancel|travel|label|model)l(ed|ing)\b/i;
const dayBeforeMonth =
  /\b\d{1,2}(st|nd|rd|th)? (January|February|March|April|May|June|July|August|September|October|November|December)\b/;

describe("texts are in American English", () => {
  const textSources: Record<string, string[]> = {
    "messages of the site": ["site", "private"].flatMap((name) =>
      Object.values(JSON.parse(readText(`web/language/messages/en/${name}.json`)) as Record<string, string>),
    ),
    "names of fields": listLiterals("cms/content/names/en.ts"),
    "launch copy": [...listEnglish(readSeed())],
    Studio: listFiles("cms/schema/").flatMap((file) =>
      [...readText(file).matchAll(/\ben: "([^"]+)"/g)].map(([, englishText = ""]) => englishText),
    ),
    mails: listFiles("functions/mail/").flatMap(listLiterals),
    terminal: [...listFiles("local/"), "local/commands/bootstrap.mjs"].flatMap(listLiterals),
    // Code spans are names, which may come from other projects.
    documents: readDocuments().flatMap(({ text }) =>
      toProse(text)
        .replaceAll(/(?<!`)`[^`\n]+`(?!`)/g, "")
        .split("\n"),
    ),
  };
  test.each(Object.entries(textSources))("in the %s", (_, texts) => {
    expect(texts.length).toBeGreaterThan(40);
    expect(texts.filter((text) => british.test(text) || dayBeforeMonth.test(text))).toEqual([]);
  });
});
