import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { lint } from "markdownlint/sync";
import { describe, expect, test } from "vitest";
import { countWords, listMatches, readDocuments } from "./markdown.ts";

const read = (file: string) => readFileSync(file, "utf8");
const documents = readDocuments();
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

/** The most words of a document, by its path. The first pattern that matches counts. */
const wordLimits: [path: RegExp, words: number][] = [
  [/^(README|CONTRIBUTING)\.md$/, 900],
  [/^docs\/(architecture|glossary)\.md$/, 1500],
  [/^docs\/asvs\.md$/, 2000],
  [/^docs\/(accounts|performance)\.md$|^docs\/decisions\/README\.md$|^CHANGELOG\.md$/, Infinity],
  [/^docs\/decisions\//, 200],
  [/^docs\/(recipes|operations)\/|^local\/runbook\//, 450],
  [/./, 250],
];

const limitOf = (document: string): number =>
  wordLimits.find(([path]) => path.test(document))?.[1] ?? Number.NaN;

/** The fragments of a document's headings, as GitHub makes them. */
const fragmentsOf = (text: string): string[] =>
  listMatches(text, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

const lintOptions = {
  default: true,
  // Tables are not wrapped.
  "line-length": false,
  "no-duplicate-heading": { siblings_only: true },
  "blanks-around-headings": false,
  "blanks-around-lists": false,
  "first-line-heading": false,
  "no-bare-urls": false,
  "table-column-style": false,
};

describe.each(documents)("$path", (source) => {
  const { path: document, text } = source;

  test("stays below its word limit", () => {
    expect(countWords(source)).toBeLessThanOrEqual(limitOf(document));
  });

  test("names only commands of package.json", () => {
    const names = listMatches(text, /\bnpm run ([a-z0-9:-]+)/g);
    expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  test("links to files and headings that exist", () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
    const broken = links.filter(([, file = "", fragment]) => {
      const target = file === "" ? document : join(dirname(document), file);
      if (!existsSync(target)) return true;
      return fragment !== undefined && !fragmentsOf(read(target)).includes(fragment);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  test("names only files that exist", () => {
    const paths = listMatches(
      text,
      /`((?:cms|docs|functions|local|migrations|tests|web)\/[\w./[\]-]+\.(?:md|ts|tsx|toml|sql|sh|json|mjs))`/g,
    );
    const isExample = (path: string) => /NNNN|NAME|quote/.test(path);
    expect(paths.filter((path) => !isExample(path) && !existsSync(path))).toEqual([]);
  });
});

test("markdownlint finds nothing", () => {
  const findings = lint({ files: documents.map(({ path }) => path), config: lintOptions });
  const lines = Object.entries(findings).flatMap(([file, faults]) =>
    faults.map(
      ({ lineNumber, ruleNames, ruleDescription }) =>
        `${file}:${lineNumber} ${ruleNames[0]} ${ruleDescription}`,
    ),
  );
  expect(lines).toEqual([]);
});
