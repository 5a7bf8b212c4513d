import { type ObjectAttribute, parse, type SchemaType, type TypeNode, typeEvaluate } from "groq-js";
import { languages } from "../content/site.ts";

type Attributes = Record<string, ObjectAttribute>;

// The page query reads these fields of every section.
const commonFields = ["_type", "title", "text", "anchor", "navigationLabel"];

// Fields for editors only, which no query reads.
const studioOnlyFields = ["source"];

// Projections of shared types: texts in every language, the others by a fragment in content/fragments.ts.
const textTypes = ["localeString", "localeText"];
const fragments: Record<string, string> = {
  action: "actionFields",
  feature: "featureFields",
  link: "linkFields",
  picture: "pictureFields",
  price: "priceFields",
};

// Property names for texts in lists, which have no field name. Badges use `name`, as the content API always has.
const itemNames: Record<string, string> = { badges: "name" };

/**
 * Returns a module with the projections of the section types, derived from their fields. Every type has its own
 * condition, because a shared condition loses the types.
 * @throws Error that names a field without a derivable projection
 */
export function sectionFields(schema: SchemaType, sectionNames: readonly string[]): string {
  const conditions = sectionNames.flatMap((name) => {
    const attributes = Object.entries(getAttributes(schema, name));
    const ownFields = attributes.filter(([field]) => !commonFields.includes(field));
    if (ownFields.length === 0) return [];
    const fields = ownFields.map(([field, attribute]) => `      ${toProjection(field, attribute, [name])}`);
    return `    _type == "${name}" => {\n${fields.join(",\n")}\n    }`;
  });
  const usedFragments = Object.values(fragments).filter((name) =>
    conditions.some((condition) => condition.includes(name)),
  );
  return `import { ${usedFragments.join(", ")} } from "./fragments.ts";

/** Projections of the fields that only some section types have. */
export const sectionFields = \`
${conditions.join(",\n")}\`;
`;
}

type FillableType = { name: string; filledBy?: readonly string[] | undefined };

/**
 * Returns a module with the lists without which the site hides a section, by section type.
 * @throws Error that names a section type whose sections could be a bare headline
 */
export function filledLists(schema: SchemaType, sectionTypes: readonly FillableType[]): string {
  const entries = sectionTypes.flatMap(({ name, filledBy }) => {
    const attributes = Object.entries(getAttributes(schema, name));
    const isFilled = attributes.some(
      ([field, { optional }]) => !commonFields.includes(field) && optional !== true,
    );
    if (!filledBy && !isFilled) {
      throw new Error(
        `The section type ${name} has no required field. Name in \`filledBy\` the lists without which the site hides it, or [] if its headline alone is enough.`,
      );
    }
    return filledBy && filledBy.length > 0 ? [`  ${name}: ${JSON.stringify(filledBy)},`] : [];
  });
  return `
/** The lists without which the site hides a section: it needs an entry in one of them. */
export const filledBy = {
${entries.join("\n")}
} as const;
`;
}

function getAttributes(schema: SchemaType, section: string): Attributes {
  const type = schema.find(({ name }) => name === section);
  if (type?.type !== "type" || type.value.type !== "object")
    throw new Error(`The section type ${section} is not an object type.`);
  return type.value.attributes;
}

/** Returns the projection of a field. `path` leads to its parent and starts with the section type. */
function toProjection(field: string, { value, optional }: ObjectAttribute, path: string[]): string {
  const fieldPath = [...path, field];
  if (value.type === "array") {
    const items = `${field}[]${toItemProjection(value.of, fieldPath)}`;
    return optional ? `"${field}": coalesce(${items}, [])` : items;
  }
  if (value.type === "boolean") return optional ? `"${field}": coalesce(${field}, false)` : field;
  const fields = value.type === "inline" && toSharedFields(value.name);
  if (fields) {
    const fieldProjection = `${field}{${fields}}`;
    // The Studio's "clear" leaves the description of a picture behind.
    return value.name === "picture" && optional
      ? `"${field}": select(defined(${field}.asset) => ${fieldProjection})`
      : fieldProjection;
  }
  if (value.type === "object") return `${field}${toObjectProjection(value.attributes, fieldPath, "")}`;
  if (isPlain(value)) return field;
  throw createDerivationError(value, fieldPath);
}

/** Returns the projection of the items of a list. Texts get a property name, because list items have no field name. */
function toItemProjection(item: TypeNode, path: string[]): string {
  const name = getSharedType(item);
  if (name && textTypes.includes(name)) {
    const inLanguages = languages.map((language) => `"${language}": ${language}`).join(", ");
    return `{_key, "${itemNames[path[0] ?? ""] ?? "text"}": {${inLanguages}}}`;
  }
  const fields = name && toSharedFields(name);
  if (fields) return `{_key, ${fields}}`;
  if (item.type !== "object" || name) throw createDerivationError(item, path);
  return toObjectProjection(item.attributes, path, "_key, ");
}

/**
 * Returns the fields in the projection of a shared type, or undefined for other types. Fragments are references such as
 * `${linkFields}`, for the template literal of the generated module.
 */
function toSharedFields(name: string): string | undefined {
  if (textTypes.includes(name)) return languages.join(", ");
  return name in fragments ? `\${${fragments[name]}}` : undefined;
}

/** Returns the GROQ projection of an object's public fields, after `prefix`, which is `_key, ` for a list item. */
function toObjectProjection(attributes: Attributes, path: string[], prefix: string): string {
  const fields = Object.entries(attributes).filter(
    ([field]) => !field.startsWith("_") && !studioOnlyFields.includes(field),
  );
  return `{${prefix}${fields.map(([field, attribute]) => toProjection(field, attribute, path)).join(", ")}}`;
}

/** Returns the name of a list item's type, if it is a named type. */
const getSharedType = (item: TypeNode): string | undefined =>
  item.type === "object" && item.rest?.type === "inline" ? item.rest.name : undefined;

/** Returns whether a projection selects a field of this type by its name alone: a text, a number or a choice. */
const isPlain = (value: TypeNode): boolean =>
  value.type === "string" ||
  value.type === "number" ||
  (value.type === "union" && value.of.every(({ type }) => type === "string"));

function createDerivationError(value: TypeNode, path: string[]): Error {
  const type = value.type === "inline" ? value.name : (getSharedType(value) ?? value.type);
  return new Error(
    `No projection can be derived for ${path.join(".")} of type ${type}. Add a fragment for a shared type to cms/content/fragments.ts and name it in cms/typegen/section-fields.ts.`,
  );
}

// The types allow null for these fields of an asset. `assertComplete` rejects content without them.
const assetFields = ["url", "width", "height"];

/**
 * Returns the module by which the site recognizes fields that may be null; it rejects content that lacks any other
 * field. A path starts with the query's name. List items have the path of their list, followed by their `_type` if they
 * have one.
 */
export function optionalFields(queries: Record<string, string>, schema: SchemaType): string {
  const types = Object.entries(queries).map(([name, query]): [TypeNode, string[]] => [
    typeEvaluate(parse(query), schema),
    [name],
  ]);
  const nullablePaths = new Set(types.flatMap((type) => [...listNullablePaths(...type)]));
  const sectionTypes = [...nullablePaths].flatMap(
    (path) => /^page\.sections\.(\w+)\.anchor$/.exec(path)?.[1] ?? [],
  );
  const kinds = Map.groupBy(
    types.flatMap((type) => [...listPlainKinds(...type)]),
    ({ path }) => path.slice(path.lastIndexOf(".") + 1),
  );
  const optionalNames = [...nullablePaths].map((path) => {
    // Every section may lack its text.
    if (/^page\.sections\.\w+\.text$/.test(path)) return "page.sections.*.text";
    // Every link may lead to a contact instead of a page.
    const [link] = /(?<=\.)link\.(page|address)$/.exec(path) ?? [];
    if (link) return link;
    const name = path.slice(path.lastIndexOf(".") + 1);
    return kinds.get(name)?.every((field) => nullablePaths.has(field.path)) ? name : path;
  });
  // A name of one kind stands for all of its fields.
  const entries = [...kinds].flatMap(([name, fields]) => {
    const [first] = fields;
    if (fields.every(({ kind }) => kind === first?.kind)) return first?.kind ? [[name, first.kind]] : [];
    const options = fields.map(({ kind }) => kind && (JSON.parse(kind) as unknown));
    if (options.every(Array.isArray))
      return [[name, JSON.stringify([...new Set(options.flat())].toSorted())]];
    return fields.flatMap(({ path, kind }) => (kind ? [[path, kind]] : []));
  });
  return `/** The fields that may be null in query results: their names, or their paths if other fields of the name may not. */
export const optionalFields = [
${[...new Set(optionalNames)].map((name) => `  "${name}",`).join("\n")}
];

/** The types of sections. */
export const sectionTypes: unknown[] = ${JSON.stringify(sectionTypes)};

/** The JavaScript types of plain fields and the options of choices: by their names, or by their paths. */
export const plainFields: Record<string, string | string[] | undefined> = {
${[...new Map(entries as [string, string][])].map(([name, kind]) => `  "${name}": ${kind},`).join("\n")}
};
`;
}

/** Yields the path of every field below `path` with its JavaScript type; null for a list or an object. */
function* listPlainKinds(type: TypeNode, path: string[]): Generator<{ path: string; kind: string | null }> {
  if (type.type === "union") for (const member of type.of) yield* listPlainKinds(member, path);
  if (type.type === "array") yield* listPlainKinds(type.of, path);
  if (type.type !== "object") return;
  const typePath = toTypePath(type.attributes, path);
  for (const [name, { value }] of Object.entries(type.attributes)) {
    const members = (value.type === "union" ? value.of : [value]).filter(({ type }) => type !== "null");
    if (members.length > 0) yield { path: [...typePath, name].join("."), kind: toPlainKind(members, name) };
    yield* listPlainKinds(value, [...typePath, name]);
  }
}

/** Returns the JavaScript type of a plain field, or the options of a choice as JSON; null for a list or an object. */
function toPlainKind(members: TypeNode[], name: string): string | null {
  if (members.every((member) => member.type === "array" && isPlainItem(member.of)))
    return JSON.stringify("list");
  const [kind = "", ...otherKinds] = new Set(members.map(({ type }) => type));
  // Any value of these fields can be shown.
  if (/^([xy]|left|top|right|bottom|updatedAt|service|url|from|page)$/.test(name)) return null;
  if (otherKinds.length > 0 || !["string", "number"].includes(kind)) return null;
  const options = members.flatMap((member) => (member.type === "string" ? (member.value ?? []) : []));
  const isChoice = options.length === members.length && name !== "_type";
  return JSON.stringify(isChoice ? options.toSorted() : kind);
}

const isPlainItem = (item: TypeNode): boolean =>
  item.type === "string" || (item.type === "union" && item.of.every(isPlainItem)) || item.type === "null";

/** Returns the path of an object: that of its field, followed by its `_type` if it has one. */
function toTypePath({ _type }: Attributes, path: string[]): string[] {
  const kind = _type?.value;
  return kind?.type === "string" && kind.value ? [...path, kind.value] : path;
}

/** Yields the paths below `path` at which a query result may be null. `assertComplete` rejects null elsewhere. */
function* listNullablePaths(type: TypeNode, path: string[]): Generator<string> {
  if (type.type === "union") for (const member of type.of) yield* listNullablePaths(member, path);
  if (type.type === "array") yield* listNullablePaths(type.of, path);
  if (type.type !== "object") return;
  const typePath = toTypePath(type.attributes, path);
  for (const [name, { value }] of Object.entries(type.attributes)) {
    if (assetFields.includes(name)) continue;
    if (mayBeNull(value)) yield [...typePath, name].join(".");
    yield* listNullablePaths(value, [...typePath, name]);
  }
}

const mayBeNull = (type: TypeNode): boolean =>
  type.type === "null" || (type.type === "union" && type.of.some(mayBeNull));
