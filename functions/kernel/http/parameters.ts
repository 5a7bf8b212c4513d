import { sValidator } from "@hono/standard-validator";
import * as v from "valibot";
import type { ProblemCode } from "#functions/contract/problem.ts";
import { toFieldErrors } from "./body.ts";
import { Problem } from "./problem.ts";

/** Rejects an invalid query, with the error of each wrong parameter. @throws Problem invalid_fields */
const rejectFields = (result: { success: boolean; error?: readonly unknown[] }) => {
  if (result.success) return;
  throw new Problem("invalid_fields", { errors: toFieldErrors(result.error as v.BaseIssue<unknown>[]) });
};

/** Checks the query of a call and provides it as `c.req.valid("query")`. @throws Problem invalid_fields */
export const checkQuery = <Schema extends v.GenericSchema>(schema: Schema) =>
  sValidator("query", schema, rejectFields);

/** Checks the parameters in the address. @throws Problem with the code */
export const checkParameters = <Schema extends v.GenericSchema>(schema: Schema, code: ProblemCode) =>
  sValidator("param", schema, (result) => {
    if (!result.success) throw new Problem(code);
  });

/** Checks the id in the address. @throws Problem malformed_id */
export const idParameter = checkParameters(v.object({ id: v.pipe(v.string(), v.uuid()) }), "malformed_id");
