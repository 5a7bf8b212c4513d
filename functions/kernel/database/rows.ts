import * as v from "valibot";
import type { Row } from "./sql.ts";

/**
 * Returns a parser of rows. A row that does not match the schema is a bug. The error names its columns and none of its
 * values, because errors are logged.
 */
export const rowParser =
  <Output>(schema: v.GenericSchema<unknown, Output>) =>
  (row: Row | undefined): Output => {
    const result = v.safeParse(schema, row);
    if (result.success) return result.output;
    throw createShapeError(result.issues.map((issue) => v.getDotPath(issue) ?? "row"));
  };

/** Returns a parser of one column of a row. Its error names no value, because errors are logged. */
export const columnParser =
  <Value>(column: string, schema: v.GenericSchema<unknown, Value>) =>
  (row: Row | undefined): Value => {
    const result = v.safeParse(schema, row?.[column]);
    if (result.success) return result.output;
    throw createShapeError([column]);
  };

const createShapeError = (columns: string[]) =>
  new TypeError(`The database answered with another shape than expected: ${columns.join(", ")}`);

/** Schema of a timestamp, with ISO 8601 in UTC as output. */
export const instant = v.pipe(
  v.date(),
  v.transform((moment) => moment.toISOString()),
);

/** Returns the parsed first row, or null without rows. */
export const firstRow = <Output>([row]: Row[], parse: (row: Row) => Output): Output | null =>
  row ? parse(row) : null;
