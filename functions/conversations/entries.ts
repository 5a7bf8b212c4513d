import * as v from "valibot";
import { languages } from "#cms/content/site.ts";
import type { Administrators, ConversationEntries, Entry } from "#functions/contract/conversation.schema.ts";
import {
  conversationStates,
  deliveries,
  entryEvents,
  entryKinds,
  mailSenders,
  type otherWays,
  recordedActions,
} from "#functions/contract/conversation.ts";
import { toAddress } from "#functions/contract/email.ts";
import type { Environment } from "#functions/env.ts";
import { toRecordQuery } from "#functions/inbox/audit.ts";
import { toUuid } from "#functions/kernel/crypto/digest.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { firstRow, instant, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, type Row, sql } from "#functions/kernel/database/sql.ts";

const nullableText = v.nullable(v.string());
const attachments = v.array(
  v.object({ id: v.string(), name: v.string(), type: v.string(), size: v.number() }),
);
const toStoredEntry = rowParser(
  v.object({
    id: v.string(),
    kind: v.picklist(entryKinds),
    author_id: nullableText,
    author_name: nullableText,
    text: nullableText,
    language: v.picklist(languages),
    created_at: instant,
    delivery: v.nullable(v.picklist(deliveries)),
    event: v.nullable(v.picklist(entryEvents)),
    sender: v.nullable(v.picklist(mailSenders)),
    from: nullableText,
    attachments,
    assignee_id: nullableText,
    assignee_name: nullableText,
  }),
);

const toAuthor = (id: string | null, name: string | null): Entry["author"] =>
  id !== null && name !== null ? { id, name } : null;

/** Converts a row of `entriesQuery` to an entry. */
export function toEntry(row: Row): Entry {
  const { author_id, author_name, assignee_id, assignee_name, text, ...entry } = toStoredEntry(row);
  return {
    ...entry,
    text: text ?? "",
    author: toAuthor(author_id, author_name),
    ...(entry.event === "assigned" && { assignee: toAuthor(assignee_id, assignee_name) }),
  };
}

/**
 * Returns the query for entries that meet a condition, oldest first, with the names of their authors. Row-level security
 * hides the accounts, so a function returns the names.
 */
export const entriesQuery = (condition: Query): Query =>
  toEntriesQuery(sql`select ${entryColumns} from conversation_entries where ${condition}`);

const entryColumns = sql`id, kind, author, text, language, created_at, delivery, event, assignee, sender, from_address`;

/**
 * Returns the query for the entries of a conversation and the actions of administrators on its message. The condition
 * `action <> 'listed'` is that of the index.
 */
const historyQuery = (id: string): Query =>
  toEntriesQuery(sql`
    select ${entryColumns} from conversation_entries where submission_id = ${id}
    union all
    select id, 'event', account_id, null, language, created_at, null, action, null, null, null
    from (
      select action.*, language,
        row_number() over (partition by account_id, action order by action.created_at, action.id) as reading
      from inbox_actions action join contact_submissions message on message.id = ${id}
      where submission_ids @> array[${id}::uuid] and action <> 'listed' and action = any(${[...recordedActions]}::text[])
    ) actions
    where action <> 'read' or reading = 1`);

/** Returns the column `attachments`: the files that meet a condition, in the order of their mail. */
const listAttachments = (condition: Query): Query => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'type', type, 'size', size) order by created_at, id), '[]')
  from attachments where ${condition}
) as attachments`;

const toEntriesQuery = (entries: Query): Query => sql`
  with entry as materialized (${entries}), name as materialized (
    select * from account_names(array(select author from entry union select assignee from entry))
  )
  select entry.id, kind, entry.author as author_id, author.name as author_name, text, language, created_at, delivery, event,
    sender, from_address as "from", ${listAttachments(sql`entry_id = entry.id`)}, entry.assignee as assignee_id, assignee.name as assignee_name
  from entry left join name author on author.id = entry.author left join name assignee on assignee.id = entry.assignee
  order by created_at, entry.id`;

const toConversation = rowParser(
  v.object({
    message: nullableText,
    attachments,
    language: v.picklist(languages),
    created_at: instant,
    revision: v.number(),
    state: v.picklist(conversationStates),
    assignee: nullableText,
  }),
);
const toWriter = rowParser(v.object({ id: v.string(), name: v.string(), saved_at: instant }));

/**
 * Returns the entries of a conversation, oldest first. The first one is the message. Records who read it.
 * @throws Refusal unauthenticated, forbidden, missing
 */
export async function listEntries(
  authorized: Transaction,
  { MAIL_REPLY_DOMAIN: replyDomain, CONTACT_NOTIFY_TO: company }: Environment,
  id: string,
): Promise<ConversationEntries> {
  const { conversation, entries, writers } = await authorized({
    conversation: sql`
      with conversation as materialized (
        select id, message, language, created_at, revision, state, assignee from contact_submissions where id = ${id}
      ), ${toRecordQuery("read", sql`select id from conversation`)}
      select *, ${listAttachments(sql`submission_id = conversation.id and entry_id is null`)} from conversation`,
    entries: historyQuery(id),
    writers: sql`
      select colleague.id, name, saved_at
      from writing_colleagues(${id}) colleague join account_names(array[colleague.id]) on account_names.id = colleague.id
      order by saved_at desc`,
  });
  const stored = firstRow(conversation, toConversation);
  if (!stored) throw new Refusal("missing");
  const { message, attachments: files, language, created_at, ...summary } = stored;
  const firstEntry: Entry = {
    ...{ id, kind: "customer", author: null, text: message ?? "", language, created_at },
    ...{ delivery: null, event: null, sender: null, from: null, attachments: files },
  };
  return {
    ...{ ...summary, items: [firstEntry, ...entries.map(toEntry)], writing: writers.map(toWriter) },
    replies_to: replyDomain ? null : toAddress(company),
  };
}

/** The conversation, the author and the idempotency key of a call that adds an entry. */
export type EntryKey = { id: string; accountId: string; key: string | null };

/** Returns the id of the entry that a key of an administrator adds. Without a key it is random. */
export const toEntryId = (kind: string, { key, accountId }: Omit<EntryKey, "id">): Promise<string> =>
  key === null ? Promise.resolve(crypto.randomUUID()) : toUuid(`${kind} ${key} by ${accountId}`);

function requireEntry(rows: Row[]): Entry {
  const entry = firstRow(rows, toEntry);
  if (!entry) throw new Refusal("missing");
  return entry;
}

/**
 * Adds a note, which only administrators see, and clears the caller's draft of it. The same key adds one note.
 * @throws Refusal unauthenticated, forbidden, missing, idempotency_conflict
 */
export async function addNote(
  authorized: Transaction,
  { id, accountId, key }: EntryKey,
  text: string,
): Promise<Entry> {
  const noteId = await toEntryId(`note about ${id}`, { key, accountId });
  const { note } = await authorized({
    added: [
      sql`
        with note as (
          insert into conversation_entries (id, submission_id, kind, author, text, language)
          select ${noteId}::uuid, id, 'note', claim('sub')::uuid, ${text}, language from contact_submissions where id = ${id}
          on conflict (id) do nothing
          returning submission_id
        )
        update conversation_drafts draft set text = '', revision = revision + 1, saved_at = now()
        from note where draft.submission_id = note.submission_id and account_id = claim('sub')::uuid and text <> ''
          and starts_with(${text}, text)`,
    ],
    note: entriesQuery(sql`id = ${noteId}`),
  });
  const entry = requireEntry(note);
  if (entry.text !== text) throw new Refusal("idempotency_conflict");
  return entry;
}

/**
 * Records that the caller answered by WhatsApp or telephone. The conversation then waits for the customer, and gets the
 * caller as its owner if it has none.
 * @throws Refusal unauthenticated, forbidden, missing
 */
export async function recordOtherAnswer(
  authorized: Transaction,
  id: string,
  by: (typeof otherWays)[number],
): Promise<Entry> {
  const entryId = crypto.randomUUID();
  const { event } = await authorized({
    added: [
      sql`
        insert into conversation_entries (id, submission_id, kind, event, author, language, state, assignee)
        select ${entryId}::uuid, id, 'event', ${`answered_by_${by}`}, claim('sub')::uuid, language, 'waiting',
          case when assignee is null then claim('sub')::uuid end
        from contact_submissions where id = ${id}`,
    ],
    event: entriesQuery(sql`id = ${entryId}`),
  });
  return requireEntry(event);
}

const toAdministrator = rowParser(v.object({ id: v.string(), name: v.string() }));

/** Lists the administrators by name, the possible owners of a conversation. @throws Refusal unauthenticated, forbidden */
export async function listAdministrators(authorized: Transaction): Promise<Administrators> {
  const { names } = await authorized({
    names: sql`select id, name from administrators_names() order by name, id`,
  });
  return { items: names.map(toAdministrator) };
}
