import { type Query, sql } from "#functions/kernel/database/sql.ts";

type InboxAction = "listed" | "read" | "exported" | "deleted";

/**
 * Returns a part of a `with` that records what the administrator does with the messages of an earlier part (its column `id`). It is the same
 * statement, so the action and its record succeed or fail together. No messages, no record.
 */
export const recording = (action: InboxAction, messages: Query): Query => sql`
  recorded as (
    insert into inbox_actions (account_id, session_id, action, submission_ids)
    select claim('sub')::uuid, claim('session_id')::uuid, ${action}, ids
    from (select array_agg(id) as ids from (${messages}) as messages) as counted
    where ids is not null
  )`;
