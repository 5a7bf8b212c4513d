import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const at = (path: string) => new URL(`../../../${path}`, import.meta.url);
const read = (path: string) => readFileSync(at(path), "utf8");
const text = read("docs/asvs.md");

/** Number of requirements of levels 1 and 2 by section of the standard's chapter. They come first in a section. */
const sections = { "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.7": 0, "6.8": 4 };

const cells = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
const rows = text
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [requirement = "", level = "", , , by = "", shownBy = ""] = cells(line);
    return { requirement, level, by, shownBy };
  });

/** Returns the tests that a cell names: `file`: "title", "title" · `file`: "title". */
const namedIn = (cell: string) =>
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
  for (const { file, titles } of namedIn(shownBy)) {
    expect(file).toMatch(/\.(test|spec)\.tsx?$/);
    expect(titles).not.toEqual([]);
    const source = read(file);
    for (const title of titles) {
      const written = ['"', "`"].some((quote) => source.includes(`${quote}${title}${quote}`));
      expect(written, `${file}: ${title}`).toBe(true);
    }
  }
  for (const [, file = ""] of by.matchAll(/`([^`]+\/[^`]+\.\w+)`/g))
    expect(existsSync(at(file)), file).toBe(true);
});

test("every way in that the database knows is described, and no other", () => {
  const constraint = /constraint sessions_method_known check \(method in \(([^)]+)\)/g;
  const [known = ""] = globSync("migrations/*.sql", { cwd: at("") })
    .sort()
    .flatMap((file) => [...read(file).matchAll(constraint)].map(([, methods]) => methods))
    .slice(-1);
  const [, ways = ""] = /## Ways in\n([\s\S]*?)\n## /.exec(text) ?? [];
  const described = [...ways.matchAll(/^\| `(\w+)` \| /gm)].map(([, method]) => method);
  expect(described.filter((method) => method !== "method")).toEqual(
    [...known.matchAll(/'(\w+)'/g)].map(([, method]) => method),
  );
});
