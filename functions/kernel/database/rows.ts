import * as v from "valibot";
import type { Row } from "./sql.ts";

/**
 * A parser of rows. One that is not as the schema says is a fault of ours: the error names its columns and none of its
 * values, because errors are logged.
 */
export const rowParser =
  <Output>(schema: v.GenericSchema<unknown, Output>) =>
  (row: Row | undefined): Output => {
    const result = v.safeParse(schema, row);
    if (result.success) return result.output;
    throw otherShape(result.issues.map((issue) => v.getDotPath(issue) ?? "row"));
  };

/** A parser that answers with one column of a row. */
export const columnParser =
  <Value>(column: string, schema: v.GenericSchema<unknown, Value>) =>
  (row: Row | undefined): Value => {
    const result = v.safeParse(schema, row?.[column]);
    if (result.success) return result.output;
    throw otherShape([column]);
  };

const otherShape = (columns: string[]) =>
  new TypeError(`The database answered with another shape than expected: ${columns.join(", ")}`);

/** A moment of a row, as ISO 8601 in UTC. */
export const instant = v.pipe(
  v.date(),
  v.transform((moment) => moment.toISOString()),
);

/** The parsed first row; null when there is none. */
export const firstRow = <Output>([row]: Row[], parse: (row: Row) => Output): Output | null =>
  row ? parse(row) : null;
