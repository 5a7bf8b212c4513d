import * as v from "valibot";
import type { Draft, draftInput } from "#functions/contract/conversation.schema.ts";
import { draftKinds } from "#functions/contract/conversation.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import { Problem } from "#functions/kernel/http/problem.ts";

const toDraft = rowParser(v.object({ text: v.string(), revision: v.number(), kind: v.picklist(draftKinds) }));
const emptyDraft: Draft = { text: "", revision: 0, kind: "answer" };

/** Selects the conversation and the caller's draft in it, which may be missing. */
const ownDraftQuery = (id: string): Query => sql`
  select text, coalesce(draft.revision, 0) as revision, kind
  from contact_submissions left join conversation_drafts draft on submission_id = contact_submissions.id
  where contact_submissions.id = ${id}`;

function requireDraft(rows: Parameters<typeof toDraft>[0][]): Draft {
  const [row] = rows;
  if (!row) throw new Refusal("missing");
  return row.text === null ? emptyDraft : toDraft(row);
}

/** Returns the caller's draft in a conversation. @throws Refusal unauthenticated, forbidden, missing */
export async function getDraft(authorized: Transaction, id: string): Promise<Draft> {
  const { draft } = await authorized({ draft: ownDraftQuery(id) });
  return requireDraft(draft);
}

/**
 * Stores the caller's draft if it continues the stored one. The same text again is no conflict, so a call can be
 * repeated.
 * @throws Problem draft_conflict with the stored draft; Refusal unauthenticated, forbidden, missing
 */
export async function putDraft(
  authorized: Transaction,
  id: string,
  { text, revision, kind }: v.InferOutput<typeof draftInput>,
): Promise<Draft> {
  const { saved, stored } = await authorized({
    saved: sql`
      insert into conversation_drafts as draft (submission_id, account_id, kind, text, revision)
      select id, claim('sub')::uuid, ${kind}, ${text}, ${revision}::integer + 1 from contact_submissions where id = ${id}
      on conflict (submission_id, account_id) do update
      set kind = excluded.kind, text = excluded.text, revision = draft.revision + 1, saved_at = now()
      where draft.revision = ${revision} or (draft.text = excluded.text and draft.kind = excluded.kind)
      returning text, revision, kind`,
    stored: ownDraftQuery(id),
  });
  const savedDraft = firstRow(saved, toDraft);
  if (savedDraft) return savedDraft;
  throw new Problem("draft_conflict", { extension: requireDraft(stored) });
}
