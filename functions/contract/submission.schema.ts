import * as v from "valibot";
import { languages } from "#cms/content/site.ts";
import { isStorable, removeInvisible, toPlainEmail } from "./characters.ts";
import { getLimit } from "./contact.ts";
import { conversationStates } from "./conversation.ts";
import { emailPattern } from "./email.ts";
import { fieldCode as code, objectCode } from "./field-code.ts";
import {
  type ActionInput,
  assigneePattern,
  bulkSize,
  type Inclusion,
  inclusions,
  isNarrowingDay,
  type PropertyFilter,
  pageSize,
  propertyFilters,
  propertyNames,
  searchLimit,
  statisticsDays,
  submissionActions,
  submissionFilters,
  submissionIdPattern,
  toMarks,
} from "./submission.ts";

const text = v.string(code("invalid_type"));
/** A query parameter with a whole number from 1 to `maximum`. */
const createWholeNumber = (maximum: number) =>
  v.pipe(
    text,
    v.regex(/^\d{1,9}$/, code("invalid_option")),
    v.transform(Number),
    v.minValue(1, code("invalid_option")),
    v.maxValue(maximum, code("invalid_option")),
  );

/** A search. A pasted address is reduced to the bare address, as messages store it; other text is searched as it is. */
const createSearchText = (maximum: number) =>
  v.pipe(
    text,
    v.check(isStorable, code("invalid_characters")),
    v.normalize("NFC"),
    v.transform((value) => {
      const address = toPlainEmail(value);
      return emailPattern.test(address) ? address : removeInvisible(value).trim();
    }),
    v.check((value) => [...value].length <= maximum, code("too_long")),
  );

const day = v.pipe(text, v.check(isNarrowingDay, code("invalid_option")));

const createPropertyEntry = <Name extends PropertyFilter>(name: Name) =>
  v.optional(v.picklist(propertyFilters[name], code("invalid_option")));
type PropertyEntries = { [Name in PropertyFilter]: ReturnType<typeof createPropertyEntry<Name>> };

const narrowing = {
  ...(Object.fromEntries(propertyNames.map((name) => [name, createPropertyEntry(name)])) as PropertyEntries),
  // `me` is the caller.
  assignee: v.optional(v.pipe(text, v.regex(assigneePattern, code("invalid_option")), v.toLowerCase())),
  from: v.optional(day),
  to: v.optional(day),
};

// Criteria that select submissions of any folder: words of their text, the exact address of the sender, and narrowing
// criteria.
const anyFolder = {
  ...narrowing,
  q: v.optional(createSearchText(searchLimit), ""),
  sender: v.optional(v.pipe(createSearchText(getLimit("email")), v.minLength(1, code("required")))),
};
const selection = {
  ...anyFolder,
  filter: v.optional(v.picklist(submissionFilters, code("invalid_option")), "all"),
};

const isInclusion = (name: string): name is Inclusion => inclusions.some((inclusion) => inclusion === name);

// Additions to a submission: names with commas between them.
const included = {
  include: v.optional(
    v.pipe(
      text,
      v.check((names) => names.split(",").every(isInclusion), code("invalid_option")),
      v.transform((names) => names.split(",").filter(isInclusion)),
    ),
  ),
};

/** Query of `GET /api/submissions/:id`. */
export const submissionQuery = v.strictObject(included, objectCode);

/**
 * Query of `GET /api/submissions`. `q` is the reference of a message, or words that must all occur in name, address,
 * message, company or telephone number, whatever their case and accents. A number of six digits or more matches in any
 * notation. `sender` is a whole address, in any case. `from` and `to` are days of the company's time zone, both
 * included. `cursor` is the opaque cursor of an earlier page. A long search can end a page early, even without messages;
 * `next_cursor` continues it, and is null after the last page.
 */
export const submissionListQuery = v.strictObject(
  {
    ...selection,
    ...included,
    cursor: v.optional(v.pipe(text, v.maxLength(200, code("too_long")))),
    limit: v.optional(createWholeNumber(pageSize.maximum), String(pageSize.default)),
  },
  objectCode,
);

/** Query of `GET /api/submissions/counts`. With `q` or `sender` each count is at most `maxCountedHits` + 1. */
export const submissionCountsQuery = v.strictObject(anyFolder, objectCode);

const narrowingObject = v.strictObject(narrowing);
/**
 * Criteria that narrow a list beside folder and search: properties of messages, and days of the company's time zone, both
 * included.
 */
export type Narrowing = v.InferOutput<typeof narrowingObject>;

/** Query of `GET /api/submissions/export.csv`. With `lang` the file is for readers of that language. */
export const submissionExportQuery = v.strictObject(
  { ...selection, lang: v.optional(v.picklist(languages, code("invalid_option"))) },
  objectCode,
);

/** Query of `GET /api/submissions/stats`: the number of days, today included. */
export const submissionStatsQuery = v.strictObject(
  {
    days: v.optional(createWholeNumber(statisticsDays.maximum), String(statisticsDays.default)),
  },
  objectCode,
);

const submissionId = v.pipe(text, v.regex(submissionIdPattern, code("invalid_option")), v.toLowerCase());

/** Body of `PATCH /api/submissions/:id`: at least one mark, the state, or the owner; null for no owner. */
export const submissionPatch = v.pipe(
  v.strictObject(
    {
      ...toMarks(v.optional(v.boolean(code("invalid_type")))),
      state: v.optional(v.picklist(conversationStates, code("invalid_option"))),
      assignee: v.optional(v.nullable(submissionId)),
    },
    objectCode,
  ),
  v.check((patch) => Object.values(patch).some((value) => value !== undefined), code("required")),
);
export type SubmissionPatch = v.InferOutput<typeof submissionPatch>;

// The action `assign` takes the new owner; null for none.
const action = {
  action: v.picklist(submissionActions, code("invalid_option")),
  assignee: v.optional(v.nullable(submissionId)),
};
/** Only the action `assign` has an owner. */
const hasAssignee = ({ action: name, assignee }: ActionInput) =>
  (name === "assign") === (assignee !== undefined);

/** Bulk action on named submissions: 1 to 500 distinct ids. */
const bulkOnIds = v.pipe(
  v.strictObject(
    {
      ids: v.pipe(
        v.array(submissionId, code("invalid_type")),
        v.minLength(1, code("required")),
        v.maxLength(bulkSize.ids, code("too_long")),
        v.check((ids) => new Set(ids).size === ids.length, code("invalid_option")),
      ),
      ...action,
    },
    objectCode,
  ),
  v.check((input) => hasAssignee(input), code("required")),
);

/**
 * Bulk action on all submissions of a list, up to and including the arrival time of its newest (`created_at`). With
 * `include: "previous"` the answer has the states or assignees from before, by which a client can undo the action.
 */
const bulkOnMatching = v.pipe(
  v.strictObject(
    {
      matching: v.strictObject(
        {
          ...selection,
          until: v.pipe(
            text,
            v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/, code("invalid_option")),
            v.check(
              (value) => isNarrowingDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)),
              code("invalid_option"),
            ),
          ),
        },
        objectCode,
      ),
      ...action,
      include: v.optional(v.literal("previous", code("invalid_option"))),
    },
    objectCode,
  ),
  v.check((input) => hasAssignee(input), code("required")),
);

const hasMatching = (input: unknown) => typeof input === "object" && input !== null && "matching" in input;

/** Body of `POST /api/submissions/bulk`: `{ids, action}` or `{matching: {filter, q, sender?, until}, action}`. */
export const submissionBulk = v.lazy((input) => (hasMatching(input) ? bulkOnMatching : bulkOnIds));
export type SubmissionBulkInput = v.InferInput<typeof bulkOnIds> | v.InferInput<typeof bulkOnMatching>;
