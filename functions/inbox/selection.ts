import { timeZone } from "#cms/content/site.ts";
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

const toStart = ({ from }: Narrowing) =>
  sql`coalesce(${from ?? null}::date::timestamp at time zone ${timeZone}, '-infinity')`;
const toEnd = ({ to }: Narrowing) =>
  sql`coalesce((${to ?? null}::date + 1)::timestamp at time zone ${timeZone}, 'infinity')`;

/** Returns the narrowing criteria as arguments of database functions: service, language, start, end, meeting. */
export const toNarrowingArguments = (narrowing: Narrowing): Query =>
  sql`${narrowing.service ?? null}, ${narrowing.language ?? null}, ${toStart(narrowing)}, ${toEnd(narrowing)}, ${narrowing.meeting !== undefined}`;

/**
 * Returns the `union` that adds the message whose reference is the search text, because `find_submissions` compares
 * words only. The message has to be in the folder and before the position; `columns` are those of the query before.
 * Returns an empty part if the search text is no reference or the selection names a sender. Without marks the message
 * may be in any folder.
 */
export function unionReferenced(
  selection: Omit<Selection, "filter">,
  marks: Marks | null,
  position: { createdAt: string; id: string },
  columns = sql`id`,
): Query {
  const { q, sender, service = null, language = null, meeting } = selection;
  const ids = sender === undefined ? toIdRange(q) : null;
  if (!ids) return sql``;
  return sql`
    union select ${columns} from contact_submissions
    where id between ${ids.first}::uuid and ${ids.last}::uuid
      and spam = coalesce(${marks?.spam ?? null}, spam) and read = coalesce(${marks?.read ?? null}, read)
      and coalesce(service_type, 'none') = coalesce(${service}, service_type, 'none')
      and language = coalesce(${language}, language)
      and (${meeting === undefined} or meeting_day is not null or meeting_part is not null)
      and created_at >= ${toStart(selection)} and created_at < ${toEnd(selection)}
      and (created_at, id) < (${position.createdAt}::timestamptz, ${position.id}::uuid)`;
}
