import * as v from "valibot";
import type { answerInput, Entry } from "#functions/contract/conversation.schema.ts";
import type { Environment } from "#functions/env.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import { deriveConversationToken } from "#functions/kernel/crypto/links.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { columnParser, firstRow } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { type EntryKey, entriesQuery, toEntry, toEntryId } from "./entries.ts";

const outcomes = [
  "stored",
  "moved",
  "blocked",
  "spam",
  "missing",
  "taken_back",
  "idempotency_conflict",
] as const;
const toOutcome = columnParser("outcome", v.picklist(outcomes));

/**
 * Stores an answer and its mail, which is due in ten seconds. The same key stores one answer.
 * @throws Problem conversation_moved with the entries that the author has not seen; recipient_blocked; recipient_is_spam;
 * already_taken_back
 * @throws Refusal unauthenticated, forbidden, missing, idempotency_conflict
 */
export async function sendAnswer(
  authorized: Transaction,
  { signingKeys }: Environment,
  { id, accountId, key }: EntryKey,
  { text, revision, close, anyway }: v.InferOutput<typeof answerInput>,
): Promise<Entry> {
  const answerId = await toEntryId("answer", { key, accountId });
  const { kid, oneTimeSecret } = signingKeys.signing;
  const link = { hash: await sha256(await deriveConversationToken(oneTimeSecret, answerId)), kid };
  const { result, answer, newer } = await authorized({
    result: sql`
      select outcome from send_answer(
        ${id}, ${answerId}, ${text}, ${revision}, ${close}, ${anyway}, ${JSON.stringify(link)}::jsonb
      )`,
    answer: entriesQuery(sql`id = ${answerId}`),
    newer: entriesQuery(sql`submission_id = ${id} and id in (
      select id from conversation_entries where submission_id = ${id} order by created_at desc, id desc
      limit (select greatest(revision - ${revision}, 0) from contact_submissions where id = ${id})
    )`),
  });
  const outcome = toOutcome(result[0]);
  switch (outcome) {
    case "stored": {
      const entry = firstRow(answer, toEntry);
      if (!entry) throw new Refusal("missing");
      return entry;
    }
    case "moved":
      throw new Problem("conversation_moved", { extension: { newer: newer.map(toEntry) } });
    case "blocked":
      throw new Problem("recipient_blocked");
    case "spam":
      throw new Problem("recipient_is_spam");
    case "taken_back":
      throw new Problem("already_taken_back");
    case "missing":
    case "idempotency_conflict":
      throw new Refusal(outcome);
  }
}

const toTakenBack = columnParser("outcome", v.picklist(["taken_back", "sent", "missing", "forbidden"]));

/**
 * Takes an answer back, within ten seconds and before it is sent. Its state, owner and time no longer count.
 * @throws Problem already_sent; Refusal unauthenticated, forbidden for another author, missing
 */
export async function takeAnswerBack(authorized: Transaction, id: string, answerId: string): Promise<void> {
  const { result } = await authorized({
    result: sql`select outcome from take_answer_back(${id}, ${answerId})`,
  });
  const outcome = toTakenBack(result[0]);
  if (outcome === "sent") throw new Problem("already_sent");
  if (outcome !== "taken_back") throw new Refusal(outcome);
}

const toRevocation = columnParser("outcome", v.picklist(["revoked", "missing"]));

/**
 * Ends the link in the mail of an answer and records it in the conversation.
 * @throws Refusal unauthenticated, forbidden, missing for an unknown answer and a link that was ended before
 */
export async function revokeLink(authorized: Transaction, id: string, answerId: string): Promise<void> {
  const { result } = await authorized({ result: sql`select outcome from revoke_link(${id}, ${answerId})` });
  if (toRevocation(result[0]) === "missing") throw new Refusal("missing");
}
