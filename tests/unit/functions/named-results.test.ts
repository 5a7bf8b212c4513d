import * as v from "valibot";
import { expect, test } from "vitest";
import { nameResults } from "#functions/kernel/database/named-results.ts";
import { rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";

const ran: string[] = [];
/** Creates a transaction that answers every statement with its own text. */
const transaction = nameResults(async (queries: Query[]) => {
  ran.splice(0, ran.length, ...queries.map(({ text }) => text));
  return new Map(queries.map((query) => [query, [{ text: query.text }]]));
});

test("statements run in the order of their names and return results by name", async () => {
  const results = await transaction({
    charge: [sql`first`, sql`second`],
    account: sql`third`,
    session: sql`fourth`,
  });
  expect(ran).toEqual(["first", "second", "third", "fourth"]);
  expect(results).toEqual({ account: [{ text: "third" }], session: [{ text: "fourth" }] });
});

test("a name without a statement answers with no rows", async () => {
  const refusal = undefined as Query | undefined;
  const results = await transaction({ refusal, account: sql`only` });
  expect(ran).toEqual(["only"]);
  expect(results.refusal).toEqual([]);
});

test("an unexpected row throws an error with its columns and without its values", () => {
  const parse = rowParser(v.object({ email: v.string(), tries: v.number() }));
  expect(parse({ email: "ana@cliente.example", tries: 1 })).toEqual({
    email: "ana@cliente.example",
    tries: 1,
  });
  expect(() => parse({ email: 7, tries: "seven" })).toThrow(
    /^The database answered with another shape than expected: email, tries$/,
  );
  expect(() => parse(undefined)).toThrow("expected: row");
});
