/** A statement or a part of one, with its values. */
export type Query = { text: string; values: unknown[] };
export type Row = Record<string, unknown>;

const isQuery = (value: unknown): value is Query =>
  typeof value === "object" && value !== null && "text" in value && "values" in value;

/**
 * Builds a statement or a part of one. Each `${value}` becomes a parameter; each `${part}` is inserted with its own
 * parameters.
 */
export function sql(strings: TemplateStringsArray, ...inserted: unknown[]): Query {
  const values: unknown[] = [];
  const text = strings.reduce((before, after, index) => {
    const value = inserted[index - 1];
    if (!isQuery(value)) return `${before}$${values.push(value)}${after}`;
    const first = values.length;
    values.push(...value.values);
    return `${before}${value.text.replace(/\$(\d+)/g, (_, n) => `$${Number(n) + first}`)}${after}`;
  });
  return { text, values };
}
