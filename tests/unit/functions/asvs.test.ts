import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const toUrl = (path: string) => new URL(`../../../${path}`, import.meta.url);
const readRepositoryFile = (path: string) => readFileSync(toUrl(path), "utf8");
const text = readRepositoryFile("docs/asvs.md");

/**
 * Number of requirements of levels 1 and 2 by section of the standard, chapters V1 to V16 of version 5.0.0. They come
 * first in a section.
 */
const sections = {
  ...{ "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1 },
  ...{ "3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2, "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4 },
  ...{ "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3, "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5 },
  ...{ "6.6": 3, "6.8": 4, "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2, "8.1": 2, "8.2": 3 },
  ...{ "8.3": 1, "8.4": 1, "9.1": 3, "9.2": 4, "10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5 },
  ...{ "10.6": 2, "10.7": 3, "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1, "12.1": 3 },
  ...{ "12.2": 2, "12.3": 4, "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5, "14.1": 2, "14.2": 4, "14.3": 3 },
  ...{ "15.1": 3, "15.2": 3, "15.3": 7, "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3 },
};

const listIds = (section: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`);

/** Returns the requirements of a cell such as `1.2.1–1.2.3, 1.3.1`. */
const readRequirements = (cell: string) =>
  cell.split(", ").flatMap((range) => {
    const [first = "", last = first] = range.split("–");
    const section = first.split(".").slice(0, 2).join(".");
    const toNumber = (id: string) => Number(id.split(".")[2]);
    return listIds(section, toNumber(first), toNumber(last));
  });

const rows = text
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, requirements = "", state = "", where = ""] = line.split("|").map((cell) => cell.trim());
    return { requirements, state, where };
  });

test("every requirement of levels 1 and 2 is in one row", () => {
  const required = Object.entries(sections).flatMap(([section, count]) => listIds(section, 1, count));
  const listed = rows.flatMap(({ requirements }) => readRequirements(requirements));
  expect(listed.toSorted()).toEqual(required.toSorted());
});

test.each(rows)("$requirements has a state, a reason and existing files", ({ state, where }) => {
  expect(["met", "partly", "not met", "n/a"]).toContain(state);
  expect(where).not.toBe("");
  for (const [, file = ""] of where.matchAll(/`((?:cms|docs|functions|local|migrations|tests|web)\/[^`]+)`/g))
    expect(existsSync(toUrl(file)), file).toBe(true);
});

test("every way in that the database knows is described, and no other", () => {
  const constraint = /constraint sessions_method_known check \(method in \(([^)]+)\)/g;
  const [knownMethods = ""] = globSync("migrations/*.sql", { cwd: toUrl("") })
    .sort()
    .flatMap((file) => [...readRepositoryFile(file).matchAll(constraint)].map(([, methods]) => methods))
    .slice(-1);
  const [, waysIn = ""] = /## Ways in\n([\s\S]*?)\n## /.exec(readRepositoryFile("docs/accounts.md")) ?? [];
  const described = [...waysIn.matchAll(/^\| `(\w+)` \| /gm)].map(([, method]) => method);
  expect(described.filter((method) => method !== "method")).toEqual(
    [...knownMethods.matchAll(/'(\w+)'/g)].map(([, method]) => method),
  );
});
