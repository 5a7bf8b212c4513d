import * as v from "valibot";
import { fieldCode as code, objectCode } from "./field-code.ts";
import type { Language } from "./languages.ts";
import { pageSize } from "./limits.ts";
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

const submissionFilters = ["all", "unread", "read", "spam"] as const;
/** `all`, `unread` and `read` leave spam out. */
export type SubmissionFilter = (typeof submissionFilters)[number];

const text = v.string(code("invalid_type"));
const wholeNumber = v.pipe(text, v.regex(/^\d{1,9}$/, code("invalid_option")), v.transform(Number));

/** Query of `GET /api/submissions`; the cursor is opaque, as an earlier page gave it. */
export const submissionListQuery = v.strictObject(
  {
    filter: v.optional(v.picklist(submissionFilters, code("invalid_option")), "all"),
    q: v.optional(
      v.pipe(
        text,
        v.trim(),
        v.maxLength(200, code("too_long")),
        // Postgres has no NUL in text to find.
        v.check((value) => !value.includes("\0"), code("invalid_characters")),
      ),
      "",
    ),
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
