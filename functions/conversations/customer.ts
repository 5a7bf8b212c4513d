import * as v from "valibot";
import { languages } from "#cms/content/site.ts";
import { findContentDoubts } from "#functions/contact/content-doubts.ts";
import type { CustomerConversation, CustomerItem } from "#functions/contract/conversation.schema.ts";
import { spamWeight, weighDoubts } from "#functions/contract/doubt.ts";
import { toReference } from "#functions/contract/reference.ts";
import type { UploadedFile } from "#functions/contract/upload.ts";
import { createFileProblem } from "#functions/files/uploads.ts";
import { sha256, toUuid } from "#functions/kernel/crypto/digest.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { Refusal, TooManyAttempts } from "#functions/kernel/database/refusals.ts";
import { columnParser, instant, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, type Row, sql } from "#functions/kernel/database/sql.ts";
import { daySeconds, hourSeconds } from "#functions/kernel/durations.ts";
import type { Network } from "#functions/kernel/http/network.ts";

const linkHash = async (token: string): Promise<Query> => sql`decode(${await sha256(token)}, 'hex')`;

const toLinkedItem = rowParser(
  v.object({
    submission_id: v.string(),
    language: v.picklist(languages),
    kind: v.picklist(["customer", "answer"]),
    body: v.nullable(v.string()),
    author: v.nullable(v.string()),
    created_at: instant,
    files: v.array(v.string()),
  }),
);

/**
 * Returns the conversation of the link in an answer's mail, without its notes and events.
 * @throws Refusal missing for an unknown or revoked link, and for an erased conversation
 */
export async function getLinkedConversation(
  database: Database,
  token: string,
): Promise<CustomerConversation> {
  const { rows } = await database.run(null, { rows: conversationQuery(await linkHash(token)) });
  return toConversation(rows);
}

const conversationQuery = (link: Query): Query => sql`select * from linked_conversation(${link})`;

/** Converts the rows of `conversationQuery`. @throws Refusal missing without rows */
function toConversation(rows: Row[]): CustomerConversation {
  const linkedItems = rows.map(toLinkedItem);
  const [firstItem] = linkedItems;
  if (!firstItem) throw new Refusal("missing");
  const items = linkedItems.map(
    ({ kind, body, author, created_at, files }): CustomerItem => ({
      kind,
      text: body ?? "",
      author: author ?? "",
      created_at,
      ...(files.length > 0 && { files }),
    }),
  );
  return { reference: toReference(firstItem.submission_id), language: firstItem.language, items };
}

// Customers write a few messages in a row, and many may share one network.
async function findReplyRates(token: string, network: Network | null) {
  const rules = [
    { name: `replies by ${await sha256(token)}`, seconds: daySeconds, free: 50 },
    ...(network ? [{ name: `replies from ${network.unit}`, seconds: hourSeconds, free: 60 }] : []),
  ];
  return Promise.all(rules.map(async ({ name, ...rule }) => ({ key: await sha256(name), ...rule })));
}

const toReplyOutcome = columnParser("outcome", v.nullable(v.number()));

/**
 * Returns whether a reply looks like spam, by the rules of the contact form, where a filled honeypot field alone is no
 * proof. A leaked link may be in foreign hands.
 */
function isLikeSpam(text: string, isTrapped: boolean): boolean {
  const doubts = findContentDoubts({ name: "", company: null, message: text }, isTrapped);
  return weighDoubts(isTrapped ? [...doubts, { code: "trap" }] : doubts) >= spamWeight;
}

/** A reply of the customer. `token` is that of the link in the answer's mail. */
export type Reply = { token: string; text: string; files: UploadedFile[] };

/**
 * Stores a reply of the customer, by the link in an answer's mail. The conversation is then unanswered and unread. A mail
 * tells the company, unless the reply looks like spam. The same key stores one reply. Returns the conversation
 * with the reply.
 * @throws Refusal missing for an unknown or revoked link, idempotency_conflict; TooManyAttempts
 */
export async function addReply(
  database: Database,
  { token, text, files }: Reply,
  { key, network, isTrapped = false }: { key: string | null; network: Network | null; isTrapped?: boolean },
): Promise<CustomerConversation> {
  const entryId = key === null ? crypto.randomUUID() : await toUuid(`reply ${key}`);
  const rates = await findReplyRates(token, network);
  const link = await linkHash(token);
  const { result, rows } = await database.run(null, {
    result: sql`
      select add_reply(
        ${link}, ${entryId}, ${text}, ${JSON.stringify(files)}::jsonb, ${isLikeSpam(text, isTrapped)},
        ${JSON.stringify(rates)}::jsonb
      ) as outcome`,
    rows: conversationQuery(link),
  });
  const outcome = toReplyOutcome(result[0]);
  if (outcome === null) throw new Refusal("missing");
  if (outcome === -2) throw createFileProblem();
  if (outcome < 0) throw new Refusal("idempotency_conflict");
  if (outcome > 0) throw new TooManyAttempts(outcome);
  return toConversation(rows);
}
