import { listLiterals, parseSource, type SourceFile, walk } from "./source.ts";

/** Replaces comments and string literals of a statement with spaces, so that offsets stay valid. */
export const blankTexts = (sql: string) =>
  sql.replaceAll(/--.*|\/\*[\s\S]*?\*\/|\be'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'/g, (text) =>
    text.replaceAll(/[^\n]/g, " "),
  );

/** Returns the SQL of a migration, or the tagged templates of a TypeScript file, with their offsets. */
export function listStatements(source: SourceFile): { text: string; at: number }[] {
  if (source.path.endsWith(".sql")) return [{ text: source.text, at: 0 }];
  const statements: { text: string; at: number }[] = [];
  walk(parseSource(source), (node) => {
    if (node.type === "TaggedTemplateExpression") statements.push(...listLiterals(node));
  });
  return statements;
}

const columnType =
  "(?:boolean|integer|bigint|smallint|text|uuid|date|timestamptz|interval|bytea|jsonb|record|double)\\b";

const declarations = [
  // Aliases of columns, tables and subqueries, and the names of a list of columns.
  /\bas\s+([a-z_]+)\b(?!\s*\()/g,
  /\)\s+(?:as\s+)?([a-z_]+)(?=\s*(?:\(|,|;|\)|$|\b(?:on|where|join|group|order|left|limit)\b))/gm,
  /\b(?:from|join)\s+(?:public\.)?[a-z_]+(?:\([^()]*\))?\s+(?:as\s+)?([a-z_]+)\b/g,
  // Common table expressions.
  /(?:\bwith(?:\s+recursive)?|,)\s+([a-z_]+)(?:\s*\([^()]*\))?\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/g,
  // Columns of tables, parameters and variables.
  new RegExp(`(?:^\\s*|[(,]\\s*)([a-z_]+)\\s+${columnType}`, "gm"),
  /\bfor\s+([a-z_]+)\s+in\b/g,
  /\bcreate\s+(?:or replace\s+)?(?:function|table|index|trigger|policy|type|view)\s+([a-z_]+)/g,
];

/** Returns the names that the SQL of a file declares, with their offsets. */
export const listSqlNames = (source: SourceFile): { name: string; start: number }[] =>
  listStatements(source).flatMap(({ text, at }) =>
    declarations.flatMap((declaration) =>
      [...blankTexts(text).matchAll(declaration)].map((match) => {
        const [declared, name = ""] = match;
        return { name, start: at + match.index + declared.indexOf(name) };
      }),
    ),
  );
