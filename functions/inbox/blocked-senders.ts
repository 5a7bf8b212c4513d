import * as v from "valibot";
import type { BlockedSender } from "#functions/contract/answers.schema.ts";
import { bulkSize, maxBlockedSenders } from "#functions/contract/submission.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { instant, rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { toRecordQuery } from "./audit.ts";
import { lastId } from "./selection.ts";

// The id of a block is the first half of the sender's hash. It reveals no address, and no two senders share it.
const blockId = sql`encode(substring(sender for 16), 'hex')::uuid::text`;

/** The lowest (`00`) or highest (`ff`) hash of a sender whose block has this id. */
const toBlockEnd = (block: string, byte: "00" | "ff") =>
  sql`uuid_send(${block}::uuid) || decode(repeat(${byte}, 16), 'hex')`;

/** The SQL query for the id of a sender's block, by the column `email` of the outer query. */
export const senderBlockQuery = `select ${blockId.text} from known_senders
  where sender = sender_key(email) and verdict = 'blocked'`;

const toOutcome = rowParser(v.object({ ids: v.array(v.string()), sender_block: v.string() }));

/**
 * Blocks the sender of a message: later messages of the mailbox, and the newest 2,000 of the same address, go to spam.
 * Moving one of them out of spam ends the block.
 * @returns the ids of the messages that moved to spam, and the id of the block
 * @throws Refusal unauthenticated, forbidden, missing
 */
export async function blockSender(
  authorized: Transaction,
  id: string,
): Promise<{ ids: string[]; sender_block: string }> {
  const { blocked } = await authorized({
    blocked: sql`
      with sender as (
        select lower(email) as email from contact_submissions where id = ${id}
      ), block as (
        insert into known_senders (sender, verdict) select sender_key(email), 'blocked' from sender
        on conflict (sender) do update set verdict = excluded.verdict, was_blocked = false, decided_at = now()
        returning ${blockId} as sender_block
      ), sender_messages as (
        select id from contact_submissions
        where not spam and id = any (array(
          select hit.id
          from sender, find_submissions(
            jsonb_build_object('sender', email), false, null, 'infinity', ${lastId}, ${bulkSize.matching}
          ) hit
        ))
        order by id for update
      ), marked as (
        update contact_submissions set spam = true where id in (select id from sender_messages) returning id
      ), ${toRecordQuery("sender_blocked", sql`select ${id}::uuid as id from block union select id from marked limit ${bulkSize.matching}`)}
      select array(select id::text from marked) as ids, sender_block from block`,
  });
  if (blocked.length === 0) throw new Refusal("missing");
  return toOutcome(blocked[0]);
}

const toBlockedSender = rowParser(
  v.object({ id: v.string(), email: v.nullable(v.string()), messages: v.number(), blocked_at: instant }),
);

/** Lists the most recently blocked senders, newest first. @throws Refusal unauthenticated, forbidden */
export async function listBlockedSenders(authorized: Transaction): Promise<BlockedSender[]> {
  const { senders } = await authorized({
    // `known_senders` has only hashes of addresses. The address comes from the sender's messages in spam, or is null.
    senders: sql`
      with blocked as materialized (
        select sender, decided_at from known_senders
        where verdict = 'blocked' order by decided_at desc, sender limit ${maxBlockedSenders}
      )
      select ${blockId} as id, email, messages::int, decided_at as blocked_at
      from blocked join spam_of_senders(array(select sender from blocked)) using (sender)
      order by decided_at desc, sender`,
  });
  return senders.map(toBlockedSender);
}

/**
 * Ends a block by its id, the first half of the sender's hash. Messages in spam stay there. The audit records the newest
 * of them, by which the sender is known.
 * @throws Refusal unauthenticated, forbidden, missing
 */
export async function unblockSender(authorized: Transaction, block: string): Promise<void> {
  const { ended } = await authorized({
    ended: sql`
      with ended as (
        delete from known_senders
        where verdict = 'blocked' and sender between ${toBlockEnd(block, "00")} and ${toBlockEnd(block, "ff")}
        returning sender
      ), recorded as (
        insert into inbox_actions (account_id, session_id, action, submission_ids)
        select claim('sub')::uuid, claim('session_id')::uuid, 'sender_unblocked',
          array(select newest_id from spam_of_senders(array[sender]) where newest_id is not null)
        from ended
      )
      select sender from ended`,
  });
  if (ended.length === 0) throw new Refusal("missing");
}
