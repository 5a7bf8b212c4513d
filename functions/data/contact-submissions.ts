import * as v from "valibot";
import { uuidOf } from "#functions/auth/digest.ts";
import { storedMessage } from "#functions/contract/contact.schema.ts";
import { type ContactMessage, contactFields, submissionNames } from "#functions/contract/contact.ts";
import type { Submission, SubmissionCounts, SubmissionPatch } from "#functions/contract/submission.ts";
import type { Database } from "./database.ts";
import type { Transaction } from "./named-results.ts";
import { Refusal } from "./refusals.ts";
import { firstRow, instant, rowParser } from "./rows.ts";
import { type Query, type Row, sql } from "./sql.ts";
import { lastId, marksByFilter, type Position, type Selection } from "./submission-selection.ts";

const columns = (names: string[]): Query => ({ text: names.join(", "), values: [] });

// What a visitor sends is stored by one list of fields, so that none of them can be left out.
const messageColumns = columns(contactFields.map((field) => submissionNames[field]));
const valuesOf = (message: ContactMessage): Query =>
  contactFields.map((field) => sql`${message[field]}`).reduce((before, value) => sql`${before}, ${value}`);

export type NewSubmission = {
  id: string;
  message: ContactMessage;
  /** The idempotency key: the client's, or the id of the message where it sent none. */
  key: string;
  /** SHA-256 of the message in hexadecimal. */
  bodyHash: string;
};

const toReceipt = rowParser(
  v.pipe(
    v.object({ submission_id: v.string(), body_hash: v.string() }),
    v.transform((row) => ({ submissionId: row.submission_id, bodyHash: row.body_hash })),
  ),
);

/**
 * Stores a contact message together with the mails that tell the company and the sender of it, once for each idempotency key and once for its id.
 * Answers with the id of the message, which for a repeated request is the first one's.
 * @throws Refusal idempotency_conflict when the key was used for another message
 */
export async function storeSubmission(
  database: Database,
  { id, message, key, bodyHash }: NewSubmission,
): Promise<string> {
  const { receipt } = await database.run(null, {
    submission: sql`
      with taken as (
        insert into contact_receipts (idempotency_key, body_hash, submission_id)
        values (${key}::uuid, decode(${bodyHash}, 'hex'), ${id}::uuid)
        on conflict do nothing
        returning 1
      ), stored as (
        insert into contact_submissions (id, ${messageColumns})
        select ${id}::uuid, ${valuesOf(message)}
        where exists (select from taken)
        on conflict do nothing
        returning 1
      )
      insert into outgoing_mails (id, kind, payload)
      select gen_random_uuid(), kind, payload
      from (values
        ('contact_notice', ${JSON.stringify({ id, ...message })}::jsonb),
        ('contact_acknowledgement', ${JSON.stringify({ to: message.email, language: message.language })}::jsonb)
      ) mails (kind, payload)
      where exists (select from stored)`,
    receipt: sql`
      select submission_id, encode(body_hash, 'hex') as body_hash
      from contact_receipts where idempotency_key = ${key}`,
  });
  const first = firstRow(receipt, toReceipt);
  if (!first) throw new Error("A message was stored without its receipt.");
  if (first.bodyHash !== bodyHash) throw new Refusal("idempotency_conflict");
  return first.submissionId;
}

/**
 * Stores a message that waited elsewhere, once. Its sender was told that it is safe: another message that has its key by now does not
 * make it go away. Answers with its id.
 */
export async function storeWaiting(database: Database, submission: NewSubmission): Promise<string> {
  try {
    return await storeSubmission(database, submission);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "idempotency_conflict") throw error;
    const key = await uuidOf(`${submission.key} ${submission.bodyHash}`);
    return storeSubmission(database, { ...submission, id: key, key });
  }
}

const submissionRow = v.object({
  id: v.string(),
  ...storedMessage,
  read: v.boolean(),
  spam: v.boolean(),
  created_at: instant,
});

const submissionColumns = columns(Object.keys(submissionRow.entries));

/** The submission of a row of `submissionColumns`, as the contract has it. */
const toSubmission: (row: Row | undefined) => Submission = rowParser(submissionRow);

/** One page of the inbox after a place (null: the newest), newest first, and whether more follow. @throws Refusal unauthenticated, forbidden */
export async function listSubmissions(
  authorised: Transaction,
  { filter, q, sender }: Selection,
  after: Position | null,
  limit: number,
): Promise<{ items: Submission[]; more: boolean }> {
  const { spam, read } = marksByFilter[filter];
  const { page } = await authorised({
    page: sql`
      select ${submissionColumns}
      from find_submissions(
          ${spam}, ${read}, ${q}, ${sender ?? null},
          ${after?.createdAt.toISOString() ?? "infinity"}, ${after?.id ?? lastId}, ${limit + 1}
        ) with ordinality as page (id, place)
        join contact_submissions using (id)
      order by place`,
  });
  return { items: page.slice(0, limit).map(toSubmission), more: page.length > limit };
}

const toTotals = rowParser(
  v.object({
    all: v.number(),
    unread: v.number(),
    read: v.number(),
    spam: v.number(),
    revision: v.string(),
  }),
);

/** How many messages each folder of the inbox has, and the revision that every change of one moves on. @throws Refusal unauthenticated, forbidden */
export async function countSubmissions(
  authorised: Transaction,
): Promise<{ counts: SubmissionCounts; revision: string }> {
  const { totals } = await authorised({
    totals: sql`
      select (unread + read)::float as "all", unread::float, read::float, spam::float, revision::text
      from inbox_totals`,
  });
  const { revision, ...counts } = toTotals(totals[0]);
  return { counts, revision };
}

function toFound(rows: Row[]): Submission {
  const submission = firstRow(rows, toSubmission);
  if (!submission) throw new Refusal("missing");
  return submission;
}

/** One message. @throws Refusal unauthenticated, forbidden, missing */
export async function getSubmission(authorised: Transaction, id: string): Promise<Submission> {
  const { submission } = await authorised({
    submission: sql`select ${submissionColumns} from contact_submissions where id = ${id}`,
  });
  return toFound(submission);
}

/** Marks a message as read or unread, spam or not. @throws Refusal unauthenticated, forbidden, missing */
export async function markSubmission(
  authorised: Transaction,
  id: string,
  { read, spam }: SubmissionPatch,
): Promise<Submission> {
  const { marked } = await authorised({
    marked: sql`
      update contact_submissions
      set read = coalesce(${read ?? null}, read), spam = coalesce(${spam ?? null}, spam)
      where id = ${id}
      returning ${submissionColumns}`,
  });
  return toFound(marked);
}

/** Deletes a message for good. @throws Refusal unauthenticated, forbidden, missing */
export async function deleteSubmission(authorised: Transaction, id: string): Promise<void> {
  const { deleted } = await authorised({
    deleted: sql`delete from contact_submissions where id = ${id} returning id`,
  });
  if (deleted.length === 0) throw new Refusal("missing");
}
