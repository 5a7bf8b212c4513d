import * as v from "valibot";
import type { Language } from "#cms/content/site.ts";
import { isStorable } from "./characters.ts";
import { fieldCode as code, objectCode } from "./field-code.ts";
import { bulkSize, limits, pageSize } from "./limits.ts";
import type { Service, Source } from "./options.ts";

/** A contact message as the inbox sees it; absent optional fields are null, `created_at` is ISO 8601 in UTC. */
export type Submission = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  company: string | null;
  service_type: Service | null;
  source: Source | null;
  message: string | null;
  language: Language;
  read: boolean;
  spam: boolean;
  created_at: string;
};

/** The fields of a submission, in the order in which an export has them as columns. */
export const submissionFields = [
  "id",
  "created_at",
  "name",
  "email",
  "phone",
  "company",
  "service_type",
  "source",
  "message",
  "language",
  "read",
  "spam",
] as const satisfies (keyof Submission)[];

/** Between the records of an export, and at the end of a whole one: a file that does not end with it was broken off. */
export const csvLineBreak = "\r\n";

const submissionFilters = ["all", "unread", "read", "spam"] as const;
/** `all`, `unread` and `read` leave spam out. */
export type SubmissionFilter = (typeof submissionFilters)[number];

const text = v.string(code("invalid_type"));
const wholeNumber = v.pipe(text, v.regex(/^\d{1,9}$/, code("invalid_option")), v.transform(Number));

const findable = (maximum: number) =>
  v.pipe(
    text,
    v.check(isStorable, code("invalid_characters")),
    v.trim(),
    v.maxLength(maximum, code("too_long")),
  );

// Which submissions are meant: a folder, words of what was written, and the exact address of who wrote it.
const selection = {
  filter: v.optional(v.picklist(submissionFilters, code("invalid_option")), "all"),
  q: v.optional(findable(200), ""),
  sender: v.optional(v.pipe(findable(limits.email), v.minLength(1, code("required")))),
};

/**
 * Query of `GET /api/submissions`. Each word of `q` has to be somewhere in the name, address, message, company or telephone
 * number, whatever its case and accents, and a number of six digits or more in whatever way it is written; `sender` is a
 * whole address, in any case; the cursor is opaque, as an earlier page gave it.
 */
export const submissionListQuery = v.strictObject(
  {
    ...selection,
    cursor: v.optional(v.pipe(text, v.maxLength(200, code("too_long")))),
    limit: v.optional(
      v.pipe(
        wholeNumber,
        v.minValue(1, code("invalid_option")),
        v.maxValue(pageSize.maximum, code("invalid_option")),
      ),
      String(pageSize.default),
    ),
  },
  objectCode,
);

/** Query of `GET /api/submissions/export.csv`. */
export const submissionExportQuery = v.strictObject(selection, objectCode);

/** Query of `GET /api/submissions/stats`: how many days back, today included. */
export const submissionStatsQuery = v.strictObject(
  {
    days: v.optional(
      v.pipe(wholeNumber, v.minValue(1, code("invalid_option")), v.maxValue(366, code("invalid_option"))),
      "30",
    ),
  },
  objectCode,
);

/** One page of the inbox, newest first; `next_cursor` is null on the last. */
export type SubmissionPage = { items: Submission[]; next_cursor: string | null };

export type SubmissionCounts = { all: number; unread: number; read: number; spam: number };

/** Body of `PATCH /api/submissions/:id`: at least one of the two. */
export const submissionPatch = v.pipe(
  v.strictObject(
    {
      read: v.optional(v.boolean(code("invalid_type"))),
      spam: v.optional(v.boolean(code("invalid_type"))),
    },
    objectCode,
  ),
  v.check((patch) => patch.read !== undefined || patch.spam !== undefined, code("required")),
);
export type SubmissionPatch = v.InferOutput<typeof submissionPatch>;

/** The identifier in a submission's address. */
export const submissionId = v.pipe(v.string(), v.uuid());

const submissionActions = ["read", "unread", "spam", "not_spam", "delete"] as const;
/** What can be done to many submissions at once. */
export type SubmissionAction = (typeof submissionActions)[number];

const action = v.picklist(submissionActions, code("invalid_option"));

/** Bulk work on submissions that are named: 1 to 500 ids, none of them twice. */
const bulkOnIds = v.strictObject(
  {
    ids: v.pipe(
      v.array(v.pipe(text, v.uuid(code("invalid_option")), v.toLowerCase()), code("invalid_type")),
      v.minLength(1, code("required")),
      v.maxLength(bulkSize.ids, code("too_long")),
      v.check((ids) => new Set(ids).size === ids.length, code("invalid_option")),
    ),
    action,
  },
  objectCode,
);

/** Bulk work on whatever a list shows, up to and including the time of its newest submission (`created_at`). */
const bulkOnMatching = v.strictObject(
  {
    matching: v.strictObject(
      {
        ...selection,
        until: v.pipe(
          text,
          v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/, code("invalid_option")),
          v.check((value) => !Number.isNaN(Date.parse(value)), code("invalid_option")),
        ),
      },
      objectCode,
    ),
    action,
  },
  objectCode,
);

const asksForMatching = (input: unknown) =>
  typeof input === "object" && input !== null && "matching" in input;

/** Body of `POST /api/submissions/bulk`: `{ids, action}` or `{matching: {filter, q, sender?, until}, action}`. */
export const submissionBulk = v.lazy((input) => (asksForMatching(input) ? bulkOnMatching : bulkOnIds));
export type SubmissionBulkInput = v.InferInput<typeof bulkOnIds> | v.InferInput<typeof bulkOnMatching>;

/** How many of the named submissions were really changed or deleted. */
export type SubmissionBulkOutcome = { affected: number };

/**
 * The submissions that this call changed or deleted, 2,000 at most, and whether it has to be repeated for the rest.
 * What came after `until`, and what was already as wanted, is never among them.
 */
export type SubmissionMatchingOutcome = SubmissionBulkOutcome & { ids: string[]; more: boolean };

/** A bar of the inbox's statistics. */
type ByDay = { day: string; count: number };
type ByService = { service_type: Service | null; count: number };
type BySource = { source: Source | null; count: number };

/**
 * What came in during the last `days` days, spam left out. Days are `YYYY-MM-DD` in the company's time zone, each one
 * there, oldest first; services and sources are those that occur, most frequent first; the median is in seconds, null
 * when none of the messages was read.
 */
export type SubmissionStats = {
  days: number;
  by_day: ByDay[];
  by_service: ByService[];
  by_source: BySource[];
  median_seconds_to_first_read: number | null;
};
