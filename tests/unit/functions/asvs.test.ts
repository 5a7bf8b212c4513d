import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const toUrl = (path: string) => new URL(`../../../${path}`, import.meta.url);
const readRepositoryFile = (path: string) => readFileSync(toUrl(path), "utf8");
const text = readRepositoryFile("docs/asvs.md");

/** Number of requirements of levels 1 and 2 by section of the standard's chapter. They come first in a section. */
const sections = { "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.7": 0, "6.8": 4 };

const splitCells = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
const rows = text
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [requirement = "", level = "", , , by = "", shownBy = ""] = splitCells(line);
    return { requirement, level, by, shownBy };
  });

/** Returns the tests that a cell names: `file`: "title", "title" · `file`: "title". */
const listNamedTests = (cell: string) =>
  cell.split(" · ").map((part) => {
    const [, file = "", titles = ""] = /^`([^`]+)`: (".+")$/.exec(part) ?? [];
    return { file, titles: titles.slice(1, -1).split('", "').filter(Boolean) };
  });

test("every requirement of levels 1 and 2 has a row", () => {
  const required = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  const listed = rows.filter(({ level }) => level !== "3");
  expect(listed.map(({ requirement }) => requirement)).toEqual(required);
});

test.each(rows)("$requirement names existing tests and files", ({ by, shownBy }) => {
  for (const { file, titles } of listNamedTests(shownBy)) {
    expect(file).toMatch(/\.(test|spec)\.tsx?$/);
    expect(titles).not.toEqual([]);
    const source = readRepositoryFile(file);
    for (const title of titles) {
      const isInSource = ['"', "`"].some((quote) => source.includes(`${quote}${title}${quote}`));
      expect(isInSource, `${file}: ${title}`).toBe(true);
    }
  }
  for (const [, file = ""] of by.matchAll(/`([^`]+\/[^`]+\.\w+)`/g))
    expect(existsSync(toUrl(file)), file).toBe(true);
});

test("every way in that the database knows is described, and no other", () => {
  const constraint = /constraint sessions_method_known check \(method in \(([^)]+)\)/g;
  const [knownMethods = ""] = globSync("migrations/*.sql", { cwd: toUrl("") })
    .sort()
    .flatMap((file) => [...readRepositoryFile(file).matchAll(constraint)].map(([, methods]) => methods))
    .slice(-1);
  const [, signInSection = ""] = /## Ways in\n([\s\S]*?)\n## /.exec(text) ?? [];
  const described = [...signInSection.matchAll(/^\| `(\w+)` \| /gm)].map(([, method]) => method);
  expect(described.filter((method) => method !== "method")).toEqual(
    [...knownMethods.matchAll(/'(\w+)'/g)].map(([, method]) => method),
  );
});
