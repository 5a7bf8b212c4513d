import { toIdRange } from "#functions/contract/reference.ts";
import type { Narrowing } from "#functions/contract/submission.schema.ts";
import type { SubmissionFilter } from "#functions/contract/submission.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";

/** Criteria that select submissions. */
export type Selection = Narrowing & {
  filter: SubmissionFilter;
  /**
   * Words in the name, address, message, company or number, whatever their case and accents, or a reference; empty for
   * all submissions.
   */
  q: string;
  /** The whole address of the sender, in any case. */
  sender?: string | undefined;
  /** Words in the name or the address of the sender, whatever their case and accents. */
  name?: string | undefined;
};

/** A position in the inbox's order. */
export type Position = { createdAt: Date; id: string };

/** The lowest and the highest possible id. */
export const firstId = "00000000-0000-0000-0000-000000000000";
export const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The marks of the submissions in a folder. `read` is null for read and unread. */
export type Marks = { spam: boolean; read: boolean | null };

/** The marks of the submissions that a filter shows. */
export const marksByFilter: Record<SubmissionFilter, Marks> = {
  all: { spam: false, read: null },
  unread: { spam: false, read: false },
  read: { spam: false, read: true },
  spam: { spam: true, read: null },
};

/** Criteria that select the messages of any folder. */
export type Criteria = Omit<Selection, "filter">;

/** Returns the criteria as the argument of the database's functions (`migrations/0025_find_submissions.sql`). */
export const toCriteriaArgument = ({ q, ...criteria }: Criteria): Query =>
  sql`${JSON.stringify({ ...criteria, ...(q && { q }) })}::jsonb`;

/**
 * Returns the `union` that adds the message whose reference is the search text, because `find_submissions` compares
 * words only. The message has to be in the folder and before the position; `columns` are those of the query before.
 * Returns an empty part if the search text is no reference or the selection describes a sender. Without marks the
 * message may be in any folder.
 */
export function unionReferenced(
  criteria: Criteria,
  marks: Marks | null,
  position: { createdAt: string; id: string },
  columns = sql`id`,
): Query {
  const { from = null, to = null } = criteria;
  const isOfAnySender = criteria.sender === undefined && criteria.name === undefined;
  const ids = isOfAnySender ? toIdRange(criteria.q) : null;
  if (!ids) return sql``;
  return sql`
    union select ${columns} from contact_submissions, kinds_of_submissions(${toCriteriaArgument(criteria)}) kinds
    where id between ${ids.first}::uuid and ${ids.last}::uuid
      and spam = coalesce(${marks?.spam ?? null}, spam) and read = coalesce(${marks?.read ?? null}, read)
      and (kinds is null or properties = any(kinds))
      and created_at >= coalesce(day_start(${from}::date), '-infinity')
      and created_at < coalesce(day_start(${to}::date + 1), 'infinity')
      and (created_at, id) < (${position.createdAt}::timestamptz, ${position.id}::uuid)`;
}
