import { describe, expect, test } from "vitest";
import {
  findRepeatedTypes,
  findVagueComments,
  findVagueNames,
  findVagueSqlComments,
  findVagueSqlNames,
} from "./language.ts";
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

  test("a name in SQL says what it names", () => {
    const statements = readSources("{functions,local}/**/*.ts", "migrations/*.sql");
    expect(statements.flatMap(findVagueSqlNames)).toEqual([]);
  });

  test("the rule for names in SQL reads every kind of declaration", () => {
    const text = `create function given(known text, wanted integer) returns text language plpgsql as $$
      declare
        words text[] := '{}';
      begin
        for one in select 1 loop
        with kept as (select 'a' as said from accounts other join lateral (select 1) found on true)
        select 1 from (select 1) taken;
      $$`;
    const names = findVagueSqlNames({ path: "migrations/example.sql", text } as (typeof sources)[number]);
    expect(names.map((line) => line.split(" ").at(-1)).toSorted()).toEqual([
      "found",
      "given",
      "kept",
      "known",
      "one",
      "said",
      "taken",
      "wanted",
      "words",
    ]);
  });

  test("a runtime has one type of a name", () => {
    expect(findRepeatedTypes(sources)).toEqual([]);
  });
});
