import { eventByState } from "#functions/contract/conversation.ts";
import type { FieldChange, SubmissionMark } from "#functions/contract/submission.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";

type InboxAction =
  | "listed"
  | "read"
  | "exported"
  | "deleted"
  | "marked_spam"
  | "marked_not_spam"
  | "sender_blocked";

/** Returns the action by which the audit names a change of the mark for spam. */
export const toSpamAction = (spam: boolean): InboxAction => (spam ? "marked_spam" : "marked_not_spam");

/**
 * Returns the common table expression that records, for audits, the administrator's action on `messages`, a query for
 * their ids. It is part of the action's statement, so both succeed or fail together. Without messages there is no
 * record. A statement with two records names them.
 */
export const toRecordQuery = (action: InboxAction, messages: Query, name = sql`recorded`): Query => sql`
  ${name} as (
    insert into inbox_actions (account_id, session_id, action, submission_ids)
    select claim('sub')::uuid, claim('session_id')::uuid, ${action}, ids
    from (select array_agg(id) as ids from (${messages}) as messages) as counted
    where ids is not null
  )`;

/** A change of the state or the assignee. */
export type ConversationChange = Exclude<FieldChange, readonly [SubmissionMark, boolean]>;

export const isConversationChange = (change: FieldChange | null): change is ConversationChange =>
  change?.[0] === "state" || change?.[0] === "assignee";

/** Returns a column as a part of a query. */
export const toColumn = (name: FieldChange[0]): Query => ({ text: name, values: [] });

/** Returns the condition for the messages that a change would alter. */
export const toAlteredCondition = ([field, value]: FieldChange): Query =>
  sql`${toColumn(field)} is distinct from ${value}`;

/**
 * Returns the common table expression that adds an event to the conversations of `messages`, a query for their `id` and
 * `language`. A trigger applies its state or owner (`migrations/0037_conversation_entries.sql`).
 */
export const toEventQuery = (change: ConversationChange, messages: Query, name = sql`event`): Query => {
  const [event, state, assignee] =
    change[0] === "state" ? [eventByState[change[1]], change[1], null] : ["assigned", null, change[1]];
  return sql`
  ${name} as (
    insert into conversation_entries (submission_id, kind, event, author, language, state, assignee)
    select id, 'event', ${event}, claim('sub')::uuid, language, ${state}, ${assignee}::uuid from (${messages}) messages
    returning submission_id as id
  )`;
};
