import * as v from "valibot";
import { languages } from "#cms/content/site.ts";
import { contactFields, describeField, toColumn } from "#functions/contract/contact.ts";
import type { Move } from "#functions/contract/conversation.schema.ts";
import { getFieldName, toFieldText } from "#functions/contract/field-names.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { columnParser, firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, type Row, sql } from "#functions/kernel/database/sql.ts";
import { Problem } from "#functions/kernel/http/problem.ts";

const toMove = rowParser(
  v.object({
    outcome: v.nullable(v.picklist(["missing", "spam", "draft_conflict"])),
    move: v.nullable(v.string()),
    to: v.nullable(v.string()),
  }),
);

/** Runs a change that can be undone. @throws Problem recipient_is_spam, draft_conflict; Refusal missing */
async function change(authorized: Transaction, call: Query): Promise<Move> {
  const { rows } = await authorized({ rows: sql`select outcome, move, target as "to" from ${call}` });
  const { outcome, move, to } = firstRow(rows as Row[], toMove) ?? {};
  if (outcome === "spam") throw new Problem("recipient_is_spam");
  if (outcome === "draft_conflict") throw new Problem("draft_conflict");
  if (!move || !to) throw new Refusal("missing");
  return { move, to };
}

/**
 * Makes the sender of a mail of somebody else a participant of a conversation. Their mails become the customer's words.
 * @throws Problem recipient_is_spam; Refusal unauthenticated, forbidden, missing
 */
export const admitSender = (authorized: Transaction, id: string, entryId: string): Promise<Move> =>
  change(authorized, sql`admit_sender(${id}, ${entryId})`);

/**
 * Moves a text of the customer or a note to another conversation, or to one of its own if `to` is null.
 * @throws Problem recipient_is_spam; Refusal unauthenticated, forbidden, missing
 */
export const moveEntry = (
  authorized: Transaction,
  { id, entryId, to }: { id: string; entryId: string; to: string | null },
): Promise<Move> =>
  change(authorized, sql`move_entry(${id}, ${entryId}, ${to}::uuid, ${crypto.randomUUID()})`);

/** The names of the fields of a message and of their options, by language. An entry has the others itself. */
const fieldNames = JSON.stringify(
  Object.fromEntries(
    languages.map((language) => [
      language,
      contactFields
        .filter((field) => !["email", "message", "language"].includes(field))
        .map((field) => ({
          column: toColumn(field),
          name: getFieldName(field, language),
          options: Object.fromEntries(
            (describeField(field).options ?? []).map((option) => [
              option,
              toFieldText(field, option, language),
            ]),
          ),
        })),
    ]),
  ),
);

/**
 * Moves everything of a conversation to another one.
 * @throws Problem recipient_is_spam; draft_conflict if drafts of an author do not fit into one; Refusal unauthenticated,
 * forbidden, missing
 */
export const joinConversations = (authorized: Transaction, id: string, into: string): Promise<Move> =>
  change(authorized, sql`join_conversations(${id}, ${into}, ${fieldNames}::jsonb)`);

const toUndoOutcome = columnParser("outcome", v.picklist(["undone", "changed", "missing"]));

/**
 * Undoes a join, a move or an admission of the last day.
 * @throws Problem cannot_undo if the entries were moved on; Refusal unauthenticated, forbidden, missing
 */
export async function undoMove(authorized: Transaction, moveId: string): Promise<void> {
  const { result } = await authorized({ result: sql`select outcome from undo_move(${moveId})` });
  const outcome = toUndoOutcome(result[0]);
  if (outcome === "changed") throw new Problem("cannot_undo");
  if (outcome === "missing") throw new Refusal("missing");
}
