import { type ConversationState, eventByState } from "#functions/contract/conversation.ts";
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

/**
 * Returns the common table expression that adds an event to the conversations of `messages`, a query for their `id` and
 * `language`. A trigger applies its state or owner (`migrations/0037_conversation_entries.sql`).
 */
export const toEventQuery = (
  change: { state: ConversationState } | { assignee: string | null },
  messages: Query,
  name = sql`event`,
): Query => {
  const { event, state, assignee } =
    "state" in change
      ? { event: eventByState[change.state], state: change.state, assignee: null }
      : { event: "assigned", state: null, assignee: change.assignee };
  return sql`
  ${name} as (
    insert into conversation_entries (submission_id, kind, event, author, language, state, assignee)
    select id, 'event', ${event}, claim('sub')::uuid, language, ${state}, ${assignee}::uuid from (${messages}) messages
    returning submission_id as id
  )`;
};
