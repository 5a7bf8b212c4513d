import { expect, test } from "vitest";
import { formatPosition, readSources, type SourceFile } from "./source.ts";
import { blankTexts, listStatements } from "./sql.ts";

const keyword =
  /\b(ADD|ALTER|AND|AS|BEGIN|BY|CASE|CHECK|COLUMN|CONSTRAINT|CREATE|DECLARE|DEFAULT|DELETE|DISTINCT|DROP|ELSE|END|EXISTS|FROM|FUNCTION|GRANT|GROUP|HAVING|IF|IN|INDEX|INSERT|INTO|IS|JOIN|LIMIT|NOT|NULL|ON|OR|ORDER|POLICY|PRIMARY|RAISE|REFERENCES|REPLACE|RETURNING|RETURNS|REVOKE|SELECT|SET|TABLE|THEN|TO|TRIGGER|UNION|UNIQUE|UPDATE|USING|VALUES|WHEN|WHERE|WITH)\b/;

/** Lists the first upper-case keyword of every statement in a migration or a TypeScript file. */
function findUpperCase(source: SourceFile): string[] {
  return listStatements(source).flatMap(({ text, at }) => {
    const keywordMatch = keyword.exec(blankTexts(text));
    return keywordMatch
      ? [
          `${formatPosition(source, at + keywordMatch.index)} SQL is written in lower case: ${keywordMatch[0]}`,
        ]
      : [];
  });
}

test("SQL is written in lower case", () => {
  const sources = readSources("functions/**/*.ts", "migrations/**/*.{sql,ts}");
  expect(sources.length).toBeGreaterThan(40);
  expect(sources.flatMap(findUpperCase)).toEqual([]);
});
