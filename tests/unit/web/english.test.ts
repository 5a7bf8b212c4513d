import { globSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readSeed } from "#cms/seed/documents.ts";

const root = new URL("../../../", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), "utf8");
const filesOf = (folder: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `${folder}${name}`);

const readmes = globSync(["README.md", "*/README.md", "{cms,functions,local}/*/README.md"], { cwd: root });

/** Yields the English texts in a value of the CMS. */
function* englishIn(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === "en" && typeof child === "string") yield child;
    else yield* englishIn(child);
  }
}

/** Returns the string literals of a source file, without comments. */
const quoted = (file: string) =>
  [
    ...read(file)
      .replaceAll(/^\s*(\/\/|\/?\*).*$/gm, "")
      .matchAll(/"([^"\n]+)"|`([^`]+)`/g),
  ].map(([, plain, template]) => plain ?? template ?? "");

const british =
  /\b(e-mail|enquir\w+|whilst|licence|defence|programme|catalogue|grey|cheque|mould|judgement|learnt|analyse\w*|cent(re|red|ring)|(met|lit|theat)re)\b|\b(colo|favo|behavio|neighbo|hono|labo)ur|\b(organ|recogn|personal|optim|custom|minim|maxim|real|special|util|prior|summar|author|visual)is(e|ed|es|ing|ation)\b|(cancel|travel|label|model)l(ed|ing)\b/i;
const dayBeforeMonth =
  /\b\d{1,2}(st|nd|rd|th)? (January|February|March|April|May|June|July|August|September|October|November|December)\b/;

test("recognizes British words and dates", () => {
  for (const words of ["Check your e-mail", "an enquiry", "the colours", "recognised", "21 November"]) {
    expect(british.test(words) || dayBeforeMonth.test(words), words).toBe(true);
  }
  for (const words of ["your email", "advertising", "hours", "Saturday, November 21", "we organize"]) {
    expect(british.test(words) || dayBeforeMonth.test(words), words).toBe(false);
  }
});

describe("texts are in American English", () => {
  const places: Record<string, string[]> = {
    "messages of the site": ["site", "private"].flatMap((name) =>
      Object.values(JSON.parse(read(`web/language/messages/en/${name}.json`)) as Record<string, string>),
    ),
    "launch copy": [...englishIn(readSeed())],
    Studio: filesOf("cms/schema/").flatMap((file) =>
      [...read(file).matchAll(/\ben: "([^"]+)"/g)].map(([, words = ""]) => words),
    ),
    mails: filesOf("functions/mail/").flatMap(quoted),
    terminal: [...filesOf("local/"), "local/commands/bootstrap.mjs"].flatMap(quoted),
    // Code spans are names, which may come from other projects.
    READMEs: readmes.flatMap((file) =>
      read(file)
        .replaceAll(/(?<!`)`[^`\n]+`(?!`)/g, "")
        .split("\n"),
    ),
  };
  test.each(Object.entries(places))("in the %s", (_, texts) => {
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.filter((text) => british.test(text) || dayBeforeMonth.test(text))).toEqual([]);
  });
});
