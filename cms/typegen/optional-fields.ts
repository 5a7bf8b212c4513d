import { parse, type SchemaType, type TypeNode, typeEvaluate } from "groq-js";

// The types say that these may be absent, because any asset could be without; the loader holds that ours are not.
const ofAssets = ["url", "width", "height"];

/**
 * The paths that may be absent in the answers of the queries, as a module: what their types say may be null. A path begins
 * with the query's name; items of a list stand under the list's name, and where a `_type` tells them apart, under that.
 */
export function optionalFields(queries: Record<string, string>, schema: SchemaType): string {
  const paths = Object.entries(queries).flatMap(([name, query]) => [
    ...nullable(typeEvaluate(parse(query), schema), [name]),
  ]);
  return `/** What the answers of the queries may be without, by its path. */
export const optionalFields = [
${[...new Set(paths)].map((path) => `  "${path}",`).join("\n")}
];
`;
}

function* nullable(type: TypeNode, path: string[]): Generator<string> {
  if (type.type === "union") for (const each of type.of) yield* nullable(each, path);
  if (type.type === "array") yield* nullable(type.of, path);
  if (type.type !== "object") return;
  const kind = type.attributes._type?.value;
  const at = kind?.type === "string" && kind.value ? [...path, kind.value] : path;
  for (const [name, { value }] of Object.entries(type.attributes)) {
    if (ofAssets.includes(name)) continue;
    if (mayBeNull(value)) yield [...at, name].join(".");
    yield* nullable(value, [...at, name]);
  }
}

const mayBeNull = (type: TypeNode): boolean =>
  type.type === "null" || (type.type === "union" && type.of.some(mayBeNull));
