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
    const columns = result.issues.map((issue) => v.getDotPath(issue) ?? "row");
    throw new TypeError(`The database answered with another shape than expected: ${columns.join(", ")}`);
  };

/** The parsed first row; null when there is none. */
export const firstRow = <Output>([row]: Row[], parse: (row: Row) => Output): Output | null =>
  row ? parse(row) : null;
