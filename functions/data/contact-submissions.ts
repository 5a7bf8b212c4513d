import type { ContactMessage } from "#functions/contract/contact.ts";
import type { Submission, SubmissionCounts, SubmissionPatch } from "#functions/contract/submission.ts";
import { Problem } from "#functions/problem.ts";
import { type Database, type Row, sql, type Transaction } from "./database.ts";
import { lastId, marksOf, type Position, type Selection } from "./submission-selection.ts";

export type NewSubmission = {
  id: string;
  message: ContactMessage;
  /** The client's idempotency key, or null when it sent none. */
  key: string | null;
  /** SHA-256 of the message in hexadecimal. */
  bodyHash: string;
};

/**
 * Stores a contact message together with the mail that tells the company of it, once for each idempotency key.
 * Answers with the id of the message, which for a repeated request is the first one's.
 * @throws Problem idempotency_conflict when the key was used for another message
 */
export async function storeSubmission(
  database: Database,
  { id, message, key, bodyHash }: NewSubmission,
): Promise<string> {
  const { name, email, phone, company, service, source, message: text, language } = message;
  const [, , , [receipt] = []] = await database.run(null, [
    sql`
      insert into contact_receipts (idempotency_key, body_hash, submission_id)
      select key, decode(${bodyHash}, 'hex'), ${id}::uuid from (select ${key}::uuid as key) given
      where key is not null
      on conflict (idempotency_key) do nothing`,
    sql`
      insert into contact_submissions
        (id, name, email, phone, company, service_type, source, message, language)
      select ${id}::uuid, ${name}, ${email}, ${phone}, ${company}, ${service}, ${source}, ${text}, ${language}
      where ${key}::uuid is null
        or exists (select from contact_receipts where submission_id = ${id} and idempotency_key = ${key})`,
    sql`
      insert into outgoing_mails (id, kind, payload)
      select ${crypto.randomUUID()}::uuid, 'contact_notice', ${JSON.stringify({ id, ...message })}::jsonb
      where ${key}::uuid is null
        or exists (select from contact_receipts where submission_id = ${id} and idempotency_key = ${key})`,
    sql`
      select submission_id, encode(body_hash, 'hex') as body_hash
      from contact_receipts where idempotency_key = ${key}`,
  ]);
  if (!receipt) return id;
  if (receipt.body_hash !== bodyHash) throw new Problem("idempotency_conflict");
  return receipt.submission_id as string;
}

/** A row of contact_submissions as the contract has it. */
function submissionOf(row: Row): Submission {
  return { ...(row as Submission), created_at: (row.created_at as Date).toISOString() };
}

/** One page of the inbox after a place (null: the newest), newest first, and whether more follow. @throws Problem unauthenticated, forbidden */
export async function listSubmissions(
  authorised: Transaction,
  { filter, q, sender }: Selection,
  after: Position | null,
  limit: number,
): Promise<{ items: Submission[]; more: boolean }> {
  const { spam, read } = marksOf[filter];
  const [rows = []] = await authorised([
    sql`
      select id, name, email, phone, company, service_type, source, message, language, read, spam, created_at
      from find_submissions(
          ${spam}, ${read}, ${q}, ${sender ?? null},
          ${after?.createdAt.toISOString() ?? "infinity"}, ${after?.id ?? lastId}, ${limit + 1}
        ) with ordinality as page (id, place)
        join contact_submissions using (id)
      order by place`,
  ]);
  return { items: rows.slice(0, limit).map(submissionOf), more: rows.length > limit };
}

/** How many messages each folder of the inbox has, and the revision that every change of one moves on. @throws Problem unauthenticated, forbidden */
export async function countSubmissions(
  authorised: Transaction,
): Promise<{ counts: SubmissionCounts; revision: string }> {
  const [[row] = []] = await authorised([
    sql`
      select (unread + read)::float as "all", unread::float, read::float, spam::float, revision::text
      from inbox_totals`,
  ]);
  const { revision, ...counts } = row as SubmissionCounts & { revision: string };
  return { counts, revision };
}

const found = (rows: Row[] | undefined): Submission => {
  if (!rows?.[0]) throw new Problem("not_found");
  return submissionOf(rows[0]);
};

/** One message. @throws Problem unauthenticated, forbidden, not_found */
export async function readSubmission(authorised: Transaction, id: string): Promise<Submission> {
  const [rows] = await authorised([
    sql`
      select id, name, email, phone, company, service_type, source, message, language, read, spam, created_at
      from contact_submissions where id = ${id}`,
  ]);
  return found(rows);
}

/** Marks a message as read or unread, spam or not. @throws Problem unauthenticated, forbidden, not_found */
export async function markSubmission(
  authorised: Transaction,
  id: string,
  { read, spam }: SubmissionPatch,
): Promise<Submission> {
  const [rows] = await authorised([
    sql`
      update contact_submissions
      set read = coalesce(${read ?? null}, read), spam = coalesce(${spam ?? null}, spam)
      where id = ${id}
      returning id, name, email, phone, company, service_type, source, message, language, read, spam, created_at`,
  ]);
  return found(rows);
}

/** Deletes a message for good. @throws Problem unauthenticated, forbidden, not_found */
export async function deleteSubmission(authorised: Transaction, id: string): Promise<void> {
  const [rows = []] = await authorised([sql`delete from contact_submissions where id = ${id} returning id`]);
  if (rows.length === 0) throw new Problem("not_found");
}
