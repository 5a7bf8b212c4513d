import * as v from "valibot";
import { waitingInput } from "#functions/contract/contact.schema.ts";
import { type ContactMessage, contactFields, toColumn } from "#functions/contract/contact.ts";
import { spamWeight } from "#functions/contract/doubt.ts";
import { uploadedFile } from "#functions/contract/upload.schema.ts";
import type { UploadedFile } from "#functions/contract/upload.ts";
import { createFileProblem } from "#functions/files/uploads.ts";
import { sha256, toUuid } from "#functions/kernel/crypto/digest.ts";
import type { SigningKeys } from "#functions/kernel/crypto/keys.ts";
import { deriveMessageToken } from "#functions/kernel/crypto/links.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { Refusal, TooManyAttempts } from "#functions/kernel/database/refusals.ts";
import { rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { storedScreening, unscreened } from "./screening.ts";

const uuid = v.pipe(v.string(), v.uuid());

/** Schema of a message that waited outside the database. */
export const waitingMessage = v.object({
  id: uuid,
  // The idempotency key: the client's, or the id of the message without one.
  key: uuid,
  // Idempotency key of the previous period. A message that is already stored under it makes this one a repeat.
  repeatedKey: v.optional(uuid),
  // SHA-256 of the message.
  bodyHash: v.pipe(v.string(), v.hexadecimal(), v.length(64)),
  message: waitingInput,
  files: v.optional(v.array(uploadedFile), []),
  // The mailed message of the last resort has none, because its link must be short.
  screening: v.optional(storedScreening, unscreened),
});

export type NewSubmission = v.InferOutput<typeof waitingMessage>;

/** A message with its files. */
export type FiledMessage = { message: ContactMessage; files: UploadedFile[] };

/**
 * Returns a message with its files as text. Equal messages have equal texts, also after a release that adds a field, and
 * if the browser uploads the same files again.
 */
export function toMessageText({ message, files }: FiledMessage): string {
  const namedFiles = files.map(({ id: _, ...file }) => file);
  const value = files.length > 0 ? [message, namedFiles] : message;
  return JSON.stringify(value, (_, part) => part ?? undefined);
}

/** Returns the `bodyHash` of a message: SHA-256, hexadecimal. A repeated request has the same hash. */
export const hashMessage = (message: ContactMessage, files: UploadedFile[] = []) =>
  sha256(toMessageText({ message, files }));

const toTaken = rowParser(
  v.object({
    submission_id: v.nullable(v.string()),
    body_hash: v.nullable(v.string()),
    wait: v.nullable(v.number()),
  }),
);

/** Returns the row of a message and its files as JSON. One list has all fields, so none can be missing. */
const toRowJson = (id: string, message: ContactMessage, files: UploadedFile[] = []) =>
  JSON.stringify({
    ...{ id, files },
    ...Object.fromEntries(contactFields.map((field) => [toColumn(field), message[field]])),
  });

/**
 * Stores a contact message with the mails to the company and the sender. A repeated idempotency key or id stores nothing.
 * A form without script has a key for ten minutes; `repeatedKey` is that of the ten minutes before, for a repeat at their
 * end. A message with enough doubts goes to spam. The token of the link for the sender is derived from the signing key.
 * @returns the id of the message; for a repeated request that of the first message
 * @throws Refusal idempotency_conflict if the key was used for another message; TooManyAttempts if a rate limit is exceeded;
 * Problem invalid_fields if a file belongs to another message
 */
export async function storeSubmission(
  database: Database,
  { signing: { kid, oneTimeSecret } }: SigningKeys,
  { id, message, files, key, repeatedKey = key, bodyHash, screening }: NewSubmission,
): Promise<string> {
  const link = { kid, hash: await sha256(await deriveMessageToken(oneTimeSecret, id)) };
  const { taken } = await database.run(null, {
    taken: sql`
      select submission_id, encode(body_hash, 'hex') as body_hash, wait
      from take_message(
        ${toRowJson(id, message, files)}::jsonb,
        coalesce(
          (select idempotency_key from contact_receipts where idempotency_key = ${repeatedKey}::uuid), ${key}::uuid
        ),
        decode(${bodyHash}, 'hex'),
        ${JSON.stringify({ ...screening, spam_weight: spamWeight })}::jsonb, ${JSON.stringify(link)}::jsonb
      )`,
  });
  const { submission_id: submissionId, body_hash: firstHash, wait } = toTaken(taken[0]);
  if (wait === -1) throw createFileProblem();
  if (wait !== null) throw new TooManyAttempts(wait);
  if (submissionId === null) throw new Error("A message was stored without its receipt.");
  if (firstHash !== bodyHash) throw new Refusal("idempotency_conflict");
  return submissionId;
}

/**
 * Stores a message that waited in the spool or a mail, once, and returns its id. Its sender has a confirmation, so
 * neither another message with the same idempotency key nor a rate limit rejects it.
 */
export async function storeWaitingMessage(
  database: Database,
  keys: SigningKeys,
  waitingSubmission: NewSubmission,
): Promise<string> {
  const { at, rates: arrivalRates } = waitingSubmission.screening;
  const rates = await Promise.all(
    arrivalRates.map(async (rate) => {
      // The message counts in the period in which it arrived.
      const span = Math.floor(at / 1_000 / rate.seconds);
      return { ...rate, key: await sha256(`${rate.key} ${span}`), most: null };
    }),
  );
  const submission = { ...waitingSubmission, screening: { ...waitingSubmission.screening, rates } };
  try {
    return await storeSubmission(database, keys, submission);
  } catch (error) {
    // The other message has the files.
    if (error instanceof Problem && submission.files.length > 0)
      return storeWaitingMessage(database, keys, { ...waitingSubmission, files: [] });
    if (!(error instanceof Refusal) || error.code !== "idempotency_conflict") throw error;
    const key = await toUuid(`${submission.key} ${submission.bodyHash}`);
    return storeSubmission(database, keys, { ...submission, id: key, key });
  }
}

/**
 * Stores the hourly synthetic message and deletes it in the same transaction. Only its mail to `mailbox` stays, in the
 * outbox under the same id; while it exists, a second call with the id does nothing.
 * @throws Refusal unavailable
 */
export async function storeSyntheticMessage(
  database: Database,
  { id, message }: Pick<NewSubmission, "id" | "message">,
  mailbox: string,
): Promise<void> {
  const bodyHash = await hashMessage(message);
  await database.run("mail", {
    taken: sql`
      select take_canary(${toRowJson(id, message)}::jsonb, decode(${bodyHash}, 'hex'), ${spamWeight}, ${mailbox})`,
  });
}
