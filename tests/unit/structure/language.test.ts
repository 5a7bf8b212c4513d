import { describe, expect, test } from "vitest";
import { findRepeatedTypes, findVagueComments, findVagueNames, findVagueSqlComments } from "./language.ts";
import { readSources } from "./source.ts";

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
