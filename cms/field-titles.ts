import type { Path, SchemaType } from "sanity";

type Container = { fields?: { name: string; type: SchemaType }[]; of?: SchemaType[] };

/** Returns the titles of the fields and array items along a path, outermost first. */
export function toTitles(schemaType: SchemaType, path: Path, document: unknown): string[] {
  const titles: string[] = [];
  let type: SchemaType | undefined = schemaType;
  let value = document;
  for (const segment of path) {
    const { fields, of } = (type ?? {}) as Container;
    if (typeof segment === "object" && "_key" in segment) {
      const items: { _key?: string; _type?: string }[] = Array.isArray(value) ? value : [];
      const item = items.find(({ _key }) => _key === segment._key);
      value = item;
      type = of?.find(({ name }) => name === item?._type) ?? of?.[0];
    } else {
      value = (value as Record<string, unknown> | undefined)?.[String(segment)];
      type = fields?.find(({ name }) => name === segment)?.type;
    }
    if (type?.title) titles.push(type.title);
  }
  return titles;
}
