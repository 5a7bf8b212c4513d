import { contactFields, toColumn } from "#functions/contract/contact.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import type { Person } from "./person.ts";

/** Describes the personal data of a table. */
export type PersonalTable = {
  /** Returns the condition for the person's rows. */
  ownRows(person: Person): Query;
  /** The columns of an export, and those withheld from it: secrets, hashes of them, and data about others only. */
  exported: readonly string[];
  withheld: readonly string[];
  /**
   * The effect of an erasure: it removes the rows, empties their personal columns, or keeps rows that then identify no
   * one.
   */
  erase: "removed" | "emptied" | "kept";
};

const isOfAccount = ({ accountId }: Person) => sql`account_id = ${accountId}::uuid`;
const isSubmittedBy = ({ email }: Person) => sql`lower(email) = ${email}`;
const fromHex = (hex: string) => sql`decode(${hex}, 'hex')`;

/** Every table with personal data, by name. A test compares it with the catalog, column by column. */
export const personalTables = {
  contact_submissions: {
    ownRows: isSubmittedBy,
    exported: [
      "id",
      ...contactFields.map((field) => toColumn(field)),
      "read",
      "spam",
      "doubts",
      "first_read_at",
      "acknowledgement",
      "state",
      "revision",
      "first_answer_at",
      "answered_within_hour",
      "last_entry_at",
      "created_at",
    ],
    // Administrators, and values of other columns again, in the form for lists.
    withheld: ["assignee", "first_answer_by", "properties"],
    erase: "removed",
  },
  conversation_entries: {
    ownRows: (person) =>
      sql`lower(from_address) = ${person.email}
        or submission_id in (select id from contact_submissions where ${isSubmittedBy(person)})`,
    exported: [
      ...["id", "submission_id", "kind", "event", "text", "language", "state", "delivery"],
      ...["sender", "from_address", "created_at"],
    ],
    withheld: ["author", "assignee", "link_hash"],
    erase: "removed",
  },
  attachments: {
    ownRows: (person) =>
      sql`entry_id in (select id from conversation_entries where lower(from_address) = ${person.email})
        or submission_id in (select id from contact_submissions where ${isSubmittedBy(person)})`,
    exported: ["id", "submission_id", "entry_id", "name", "type", "size", "created_at"],
    withheld: [],
    erase: "removed",
  },
  conversation_participants: {
    ownRows: (person) =>
      sql`address_key = sender_key(${person.email})
        or submission_id in (select id from contact_submissions where ${isSubmittedBy(person)})`,
    exported: ["submission_id", "added_at"],
    withheld: ["address_key", "added_by"],
    erase: "removed",
  },
  conversation_moves: {
    // The rows of the message and the entry repeat what an undo would restore.
    ownRows: (person) =>
      sql`lower(submission ->> 'email') = ${person.email} or lower(entry ->> 'from_address') = ${person.email}
        or to_id in (select id from contact_submissions where ${isSubmittedBy(person)})
        or from_id in (select id from contact_submissions where ${isSubmittedBy(person)})`,
    exported: ["id", "from_id", "to_id", "submission", "entry", "moved_at"],
    withheld: ["moved"],
    erase: "removed",
  },
  reply_addresses: {
    ownRows: (person) =>
      sql`submission_id in (select id from contact_submissions where ${isSubmittedBy(person)})`,
    exported: ["submission_id", "role", "generation", "joined_from", "revoked_at"],
    withheld: ["token_hash", "kid"],
    erase: "removed",
  },
  conversation_drafts: {
    ownRows: isOfAccount,
    exported: ["submission_id", "kind", "text", "revision", "saved_at"],
    withheld: ["account_id"],
    erase: "removed",
  },
  submission_texts: {
    ownRows: (person) => sql`id in (select id from contact_submissions where ${isSubmittedBy(person)})`,
    exported: ["id", "created_at"],
    // The same texts again, in the form for searches.
    withheld: ["folded", "keys"],
    erase: "removed",
  },
  contact_receipts: {
    ownRows: (person) =>
      sql`submission_id in (select id from contact_submissions where ${isSubmittedBy(person)})`,
    exported: ["submission_id", "created_at"],
    withheld: ["idempotency_key", "body_hash", "link_hash"],
    // Retries must not store the message again.
    erase: "kept",
  },
  known_senders: {
    ownRows: ({ email }) => sql`sender = sender_key(${email})`,
    exported: ["verdict", "was_blocked", "decided_at"],
    withheld: ["sender"],
    erase: "removed",
  },
  message_rates: {
    ownRows: ({ rateKey }) => sql`key = ${fromHex(rateKey)}`,
    exported: ["counted", "ends_at"],
    withheld: ["key"],
    erase: "removed",
  },
  outgoing_mails: {
    // A sent acknowledgement has no payload. It names the person by the message that it confirms.
    ownRows: (person) => sql`exists (
      select from jsonb_each_text(case when jsonb_typeof(payload) = 'object' then payload else '{}' end) part
      where lower(part.value) = ${person.email}
    ) or submission_id in (select id from contact_submissions where ${isSubmittedBy(person)})`,
    exported: [
      "id",
      "kind",
      "payload",
      "submission_id",
      "attempts",
      "next_attempt_at",
      "give_up_at",
      "sent_at",
      "given_up_at",
      "refused_at",
      "delivered_at",
      "bounced_at",
      "complained_at",
      "created_at",
    ],
    withheld: ["class"],
    erase: "emptied",
  },
  mail_alerts: {
    ownRows: ({ email }) => sql`lower(subject) = ${email}`,
    exported: ["id", "kind", "subject", "occurrences", "first_at", "last_at"],
    withheld: [],
    erase: "removed",
  },
  attempt_limits: {
    ownRows: ({ attemptKeys }) =>
      sql`key = any (array(select decode(hex, 'hex') from unnest(${attemptKeys}::text[]) hex))`,
    exported: ["failures", "blocked_until", "updated_at", "ends_at"],
    withheld: ["key", "attempt_id"],
    erase: "removed",
  },
  account_events: {
    ownRows: isOfAccount,
    exported: [
      "id",
      "account_id",
      "kind",
      "session_id",
      "client_address",
      "user_agent",
      "detail",
      "created_at",
    ],
    withheld: [],
    erase: "removed",
  },
  refresh_tokens: {
    ownRows: (person) => sql`session_id in (select id from sessions where ${isOfAccount(person)})`,
    exported: ["session_id", "superseded_at", "created_at"],
    withheld: ["token_hash", "parent_hash"],
    erase: "removed",
  },
  one_time_tokens: {
    // Also tokens of another account that is about to get this address.
    ownRows: (person) =>
      sql`(${isOfAccount(person)} or email = ${person.email} or new_email = ${person.email})`,
    exported: [
      "purpose",
      "email",
      "new_email",
      "half",
      "user_metadata",
      "tried_codes",
      "expires_at",
      "spent_at",
      "created_at",
    ],
    withheld: ["token_hash", "account_id", "invited_by", "code_hmac", "attempt_id", "password_hash"],
    erase: "removed",
  },
  recovery_codes: {
    ownRows: isOfAccount,
    exported: ["used_at", "created_at"],
    withheld: ["code_hash", "account_id"],
    erase: "removed",
  },
  passkeys: {
    ownRows: isOfAccount,
    exported: ["id", "name", "transports", "sign_count", "trusted_from", "created_at", "last_used_at"],
    withheld: ["account_id", "credential_id", "public_key"],
    erase: "removed",
  },
  sessions: {
    ownRows: isOfAccount,
    exported: [
      "id",
      "method",
      "user_agent",
      "city",
      "country",
      "recovery_until",
      "verified_at",
      "created_at",
      "last_used_at",
      "ended_at",
      "passkey_id",
    ],
    withheld: ["account_id"],
    erase: "removed",
  },
  profiles: {
    ownRows: ({ accountId }) => sql`user_id = ${accountId}::uuid`,
    exported: ["user_id", "role", "seeded", "created_at"],
    withheld: [],
    erase: "removed",
  },
  accounts: {
    ownRows: ({ email }) => sql`email = ${email}`,
    exported: [
      "id",
      "email",
      "language",
      "user_metadata",
      "email_confirmed_at",
      "last_sign_in_at",
      "created_at",
      "updated_at",
      "first_passkey_until",
      "passkey_grace_until",
      "password_recovered_at",
    ],
    withheld: ["password_hash"],
    erase: "removed",
  },
  inbox_actions: {
    ownRows: isOfAccount,
    exported: ["id", "session_id", "action", "submission_ids", "created_at"],
    withheld: ["account_id"],
    erase: "removed",
  },
  privacy_events: {
    ownRows: ({ email }) => sql`person = person_key(${email})`,
    exported: ["id", "kind", "asked_by", "counts", "created_at"],
    withheld: ["person", "sender"],
    // Records the erasure itself, with a hash of the address only.
    erase: "kept",
  },
} satisfies Record<string, PersonalTable>;

/** The tables without personal data: totals, outcomes of mails, keys of removed files, webhooks, builds, opening hours, rules, and applied migrations. */
export const impersonalTables = [
  "received_mails",
  "removed_attachments",
  "inbox_totals",
  "inbox_counts",
  "inbox_sources",
  "inbox_answer_times",
  "content_hooks",
  "accepted_requests",
  "site_builds",
  "opening_hours",
  "sign_in_rules",
  "retention_rules",
  "schema_migrations",
];
