/** A statement or a part of one, with its values. */
export type Query = { text: string; values: unknown[] };
export type Row = Record<string, unknown>;

const isQuery = (value: unknown): value is Query =>
  typeof value === "object" && value !== null && "text" in value && "values" in value;

/**
 * Builds a statement or a part of one. Each `${value}` becomes a parameter, so that no input is read as SQL. Each
 * `${part}` is inserted with its own parameters, which get new numbers.
 */
export function sql(strings: TemplateStringsArray, ...inserted: unknown[]): Query {
  const values: unknown[] = [];
  const text = strings.reduce((sqlBefore, sqlAfter, index) => {
    const value = inserted[index - 1];
    if (!isQuery(value)) return `${sqlBefore}$${values.push(value)}${sqlAfter}`;
    const offset = values.length;
    values.push(...value.values);
    return `${sqlBefore}${value.text.replace(/\$(\d+)/g, (_, n) => `$${Number(n) + offset}`)}${sqlAfter}`;
  });
  return { text, values };
}
