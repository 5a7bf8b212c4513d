import { sValidator } from "@hono/standard-validator";
import * as v from "valibot";
import { defaultLanguage, languages } from "#cms/content/site.ts";
import { fieldCode, objectCode } from "#functions/contract/field-code.ts";
import {
  submissionCountsQuery,
  submissionExportQuery,
  submissionId,
  submissionListQuery,
  submissionQuery,
  submissionStatsQuery,
} from "#functions/contract/submission.schema.ts";
import { toFieldErrors } from "./body.ts";
import { Problem } from "./problem.ts";

/** The form of a page's name in the CMS: the name of a fixed page, or an id. */
const pageNamePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

const rejectFields = (result: { success: boolean; error?: readonly unknown[] }) => {
  if (result.success) return;
  throw new Problem("invalid_fields", { errors: toFieldErrors(result.error as v.BaseIssue<unknown>[]) });
};

/** Checks the query of the inbox's list. @throws Problem invalid_fields */
export const listQuery = sValidator("query", submissionListQuery, rejectFields);

/** Checks the query of one message of the inbox. @throws Problem invalid_fields */
export const messageQuery = sValidator("query", submissionQuery, rejectFields);

/** Checks the query of the inbox's counts. @throws Problem invalid_fields */
export const countsQuery = sValidator("query", submissionCountsQuery, rejectFields);

/** Checks the query of an export of the inbox. @throws Problem invalid_fields */
export const exportQuery = sValidator("query", submissionExportQuery, rejectFields);

/** Checks the query of the inbox's statistics. @throws Problem invalid_fields */
export const statsQuery = sValidator("query", submissionStatsQuery, rejectFields);

/** Checks the query of a page's copy. @throws Problem invalid_fields */
export const copyQuery = sValidator(
  "query",
  v.strictObject(
    { lang: v.optional(v.picklist(languages, fieldCode("invalid_option")), defaultLanguage) },
    objectCode,
  ),
  rejectFields,
);

/** Checks the name of a page in the address: a fixed one, or an id of the CMS. @throws Problem not_found */
export const pageParameter = sValidator(
  "param",
  v.object({ page: v.pipe(v.string(), v.regex(pageNamePattern)) }),
  (result) => {
    if (!result.success) throw new Problem("not_found");
  },
);

/** Checks the id in the address. @throws Problem malformed_id */
export const idParameter = sValidator("param", v.object({ id: submissionId }), (result) => {
  if (!result.success) throw new Problem("malformed_id");
});
