import { describe, expect, test } from "vitest";
import { findRepeatedTypes, findVagueComments, findVagueNames, findVagueSqlComments } from "./language.ts";
import { readSources, type SourceFile } from "./source.ts";

const sources = readSources("{web,functions,cms,local,migrations,tests}/**/*.{ts,tsx,mjs}");

describe("the code is written in plain words", () => {
  test("a comment opens with its subject", () => {
    expect(sources.flatMap(findVagueComments)).toEqual([]);
  });

  test("a comment of a migration opens with its subject", () => {
    // A changed comment would change the checksum of an applied migration.
    const applied = "migrations/0008_sessions.sql";
    const statements = readSources("migrations/*.sql").filter(({ path }) => path !== applied);
    expect(statements.flatMap(findVagueSqlComments)).toEqual([]);
  });

  test("a name says what it names", () => {
    expect(sources.flatMap(findVagueNames)).toEqual([]);
  });

  test("a runtime has one type of a name", () => {
    expect(findRepeatedTypes(sources)).toEqual([]);
  });
});

describe("the checks see", () => {
  const source = (text: string): SourceFile => ({ path: "web/example.ts", text });

  test.each(["// What is kept.", "/** Each of them. */", "/**\n * Who asks.\n */"])(
    "the comment %s",
    (text) => {
      expect(findVagueComments(source(text))).toHaveLength(1);
    },
  );

  test("no second line of a comment", () => {
    expect(findVagueComments(source("// The queue keeps\n// what is left."))).toEqual([]);
  });

  test.each([
    "const found = 1;",
    "const { rows: kept } = result;",
    "const [, ...made] = list;",
    "function told() {}",
    "rows.map((each) => each.id);",
    "rows.map(({ id: one }) => one);",
    "type words = string;",
    "function add(given = 1) {}",
  ])("the name in %s", (text) => {
    expect(findVagueNames(source(text))).toHaveLength(1);
  });

  test("a type that two files declare", () => {
    const files = ["web/a.ts", "web/b.ts", "local/c.ts"].map((path) => ({
      path,
      text: "type Row = string;",
    }));
    expect(findRepeatedTypes(files)).toEqual(["web Row: web/a.ts, web/b.ts"]);
  });
});
