import { type ObjectAttribute, parse, type SchemaType, type TypeNode, typeEvaluate } from "groq-js";
import { languages } from "../content/site.ts";

type Attributes = Record<string, ObjectAttribute>;

// Read for every section alike, by the query itself.
const ofEverySection = ["_type", "title", "text", "anchor", "navigationLabel"];

// What the company writes down for itself.
const ofTheStudio = ["source"];

// What fields of a shared type are read as: texts in every language, the others as content/fragments.ts says.
const texts = ["localeString", "localeText"];
const fragments: Record<string, string> = {
  action: "actionFields",
  feature: "featureFields",
  link: "linkFields",
  picture: "pictureFields",
  price: "priceFields",
};

// A text in a list has no field of its own to be read under. Badges have been answered as names since they are there.
const itemNames: Record<string, string> = { badges: "name" };

/**
 * What a query reads of each kind of section, as a module: derived from its fields, each kind in a condition of its own,
 * because a shared one loses the types.
 * @throws Error that names the field of a kind that cannot be derived
 */
export function sectionFields(schema: SchemaType): string {
  const conditions = attributesOfSections(schema).flatMap(([name, attributes]) => {
    const own = Object.entries(attributes).filter(([field]) => !ofEverySection.includes(field));
    if (own.length === 0) return [];
    const fields = own.map(([field, attribute]) => `      ${projection(field, attribute, [name])}`);
    return `    _type == "${name}" => {\n${fields.join(",\n")}\n    }`;
  });
  const used = Object.values(fragments).filter((name) => conditions.some((each) => each.includes(name)));
  return `import { ${used.join(", ")} } from "./fragments.ts";

/** What a query reads of each kind of section beside what every section has. */
export const sectionFields = \`
${conditions.join(",\n")}\`;
`;
}

/** The kinds of section that a page takes, each with its fields. */
function attributesOfSections(schema: SchemaType): [name: string, Attributes][] {
  const page = schema.find(({ name }) => name === "page");
  const sections = page?.type === "document" ? page.attributes.sections?.value : undefined;
  const of = sections?.type === "array" ? sections.of : undefined;
  const members = of?.type === "union" ? of.of : of ? [of] : [];
  return members.map((member) => {
    const name = sharedType(member) ?? "";
    const type = schema.find((each) => each.name === name);
    if (type?.type !== "type" || type.value.type !== "object") throw new Error(`A page takes no ${name}.`);
    return [name, type.value.attributes];
  });
}

/** How the field of that name is read; `path` is where it stands, from the kind of section on. */
function projection(field: string, { value, optional }: ObjectAttribute, path: string[]): string {
  const here = [...path, field];
  if (value.type === "array") {
    const items = `${field}[]${itemFields(value.of, here)}`;
    return optional ? `"${field}": coalesce(${items}, [])` : items;
  }
  if (value.type === "boolean") return optional ? `"${field}": coalesce(${field}, false)` : field;
  const fields = value.type === "inline" && fieldsOf(value.name);
  if (fields) {
    const one = `${field}{${fields}}`;
    // Clearing a picture in the Studio leaves its description behind.
    return value.name === "picture" && optional
      ? `"${field}": select(defined(${field}.asset) => ${one})`
      : one;
  }
  if (value.type === "object") return `${field}${objectFields(value.attributes, here, "")}`;
  if (isPlain(value)) return field;
  throw cannotDerive(value, here);
}

function itemFields(item: TypeNode, path: string[]): string {
  const name = sharedType(item);
  if (name && texts.includes(name)) {
    const inLanguages = languages.map((language) => `"${language}": ${language}`).join(", ");
    return `{_key, "${itemNames[path[0] ?? ""] ?? "text"}": {${inLanguages}}}`;
  }
  const fields = name && fieldsOf(name);
  if (fields) return `{_key, ${fields}}`;
  if (item.type !== "object" || name) throw cannotDerive(item, path);
  return objectFields(item.attributes, path, "_key, ");
}

/** The fields of a shared type, or nothing where there is no such type. */
function fieldsOf(name: string): string | undefined {
  if (texts.includes(name)) return languages.join(", ");
  return name in fragments ? `\${${fragments[name]}}` : undefined;
}

function objectFields(attributes: Attributes, path: string[], first: string): string {
  const fields = Object.entries(attributes).filter(
    ([field]) => !field.startsWith("_") && !ofTheStudio.includes(field),
  );
  return `{${first}${fields.map(([field, attribute]) => projection(field, attribute, path)).join(", ")}}`;
}

/** The name of the type that an item of a list is of, if it has a type of its own. */
const sharedType = (item: TypeNode): string | undefined =>
  item.type === "object" && item.rest?.type === "inline" ? item.rest.name : undefined;

const isPlain = (value: TypeNode): boolean =>
  value.type === "string" ||
  value.type === "number" ||
  (value.type === "union" && value.of.every(({ type }) => type === "string"));

function cannotDerive(value: TypeNode, path: string[]): Error {
  const type = value.type === "inline" ? value.name : (sharedType(value) ?? value.type);
  return new Error(
    `How ${path.join(".")} is read does not follow from its type, ${type}: a type that sections share has its fragment in cms/content/fragments.ts, named in cms/typegen/section-fields.ts.`,
  );
}

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
