import * as v from "valibot";
import { bulkSize } from "#functions/contract/submission.ts";
import type { Transaction } from "./named-results.ts";
import { Refusal } from "./refusals.ts";
import { columnParser } from "./rows.ts";
import { sql } from "./sql.ts";

const toIds = columnParser("ids", v.nullable(v.array(v.string())));

/**
 * Blocks who sent a message: all that they send goes to spam, and the newest 2,000 that they have sent. Answers with the ids of what went there now.
 * Taking one of them out of spam ends it. @throws Refusal unauthenticated, forbidden, missing
 */
export async function blockSender(authorised: Transaction, id: string): Promise<string[]> {
  const { blocked } = await authorised({
    blocked: sql`
      with sender as (
        select lower(email) as email from contact_submissions where id = ${id}
      ), known as (
        insert into known_senders (sender, verdict) select sender_key(email), 'blocked' from sender
        on conflict (sender) do update set verdict = excluded.verdict, was_blocked = false, decided_at = now()
      ), chosen as (
        select id from contact_submissions
        where lower(email) = (select email from sender) and not spam
        order by created_at desc, id desc limit ${bulkSize.matching} for update
      ), marked as (
        update contact_submissions set spam = true where id in (select id from chosen) returning id
      )
      select array(select id::text from marked) as ids from sender`,
  });
  if (blocked.length === 0) throw new Refusal("missing");
  return toIds(blocked[0]) ?? [];
}
