import type { OutgoingMail } from "#functions/mail/outgoing-mail.ts";
import type { TestDatabase } from "../support/database.ts";

/** The callers whose rights differ. The claims of a transaction name the caller; no policy knows `invented`. */
export const callers = [
  "nobody",
  "user",
  "admin",
  "ended",
  "auth",
  "mail",
  "content",
  "retention",
  "invented",
] as const;
export type Caller = (typeof callers)[number];

/** Ids of rows that exist before each attempt. */
export type Ids = { user: string; session: string; withoutProfile: string };

export type TableRights = {
  /** A row that can be inserted: the part of the statement after `insert into`. */
  row(ids: Ids): string;
  /** The columns that the edge can update, unless it can update all. */
  columns?: string[];
  /** The rights of each of `callers`, in that order, in the notation of `tables`. */
  may: string;
};

/**
 * Rights per table: four characters a caller, for Select, Insert, Update and Delete. Upper case allows every row, lower
 * case the caller's own rows. `.` is allowed and finds no row, `-` is rejected (42501).
 */
//                                        nobody user admin ended  auth mail content retention invented
export const tables: Record<string, TableRights> = {
  accounts: {
    row: () => `accounts (id, email, password_hash) values (gen_random_uuid(), 'n@x.example', '$argon2id$')`,
    may: ".-.. s-.. s-.. s-..  SIUD .-.. .-.. .-.. .-..",
  },
  profiles: {
    row: ({ withoutProfile }) => `profiles (user_id) values ('${withoutProfile}')`,
    columns: [],
    may: ".--- s--- s--- s---  SI-- .--- .--- .--- .---",
  },
  sessions: {
    row: ({ user }) => `sessions (id, account_id) values (gen_random_uuid(), '${user}')`,
    may: ".-.. s-.. s-.. s-..  SIUD .-.. .-.. .-.. .-..",
  },
  refresh_tokens: {
    row: ({ session }) =>
      `refresh_tokens (token_hash, session_id) values (sha256(gen_random_uuid()::text::bytea), '${session}')`,
    may: ".-.. .-.. .-.. .-..  SIUD .-.. .-.. .-.. .-..",
  },
  one_time_tokens: {
    row: ({ user }) => `one_time_tokens (token_hash, account_id, purpose, expires_at)
      values (sha256(gen_random_uuid()::text::bytea), '${user}', 'recovery', now() + interval '1 hour')`,
    may: ".-.. .-.. .-.. .-..  SIUD .-.. .-.. .-.. .-..",
  },
  passkeys: {
    row: ({ user }) => `passkeys (id, account_id, credential_id, public_key, sign_count, trusted_from)
      values (gen_random_uuid(), '${user}', sha256(gen_random_uuid()::text::bytea), sha256('k'), 0, now())`,
    may: ".-.. .-.. .-.. .-..  SIUD .-.. .-.. .-.. .-..",
  },
  recovery_codes: {
    row: ({ user }) =>
      `recovery_codes (code_hash, account_id) values (sha256(gen_random_uuid()::text::bytea), '${user}')`,
    may: ".-.. .-.. .-.. .-..  SIUD .-.. .-.. .-.. .-..",
  },
  sign_in_rules: {
    row: () => "sign_in_rules (only_one) values (true) on conflict do nothing",
    may: ".-.- S-.- S-.- S-.-  S-U- .-.- .-.- .-.- S-.-",
  },
  account_events: {
    row: () => `account_events (kind) values ('signed_in')`,
    columns: [],
    may: "---- ---- ---- ----  -I-- ---- ---- ---- ----",
  },
  inbox_actions: {
    row: () => `inbox_actions (account_id, session_id, action, submission_ids) values (
      coalesce(claim('sub')::uuid, gen_random_uuid()), coalesce(claim('session_id')::uuid, gen_random_uuid()),
      'read', array[gen_random_uuid()])`,
    columns: [],
    may: ".--- .--- SI-- .---  .--- .--- .--- .--- .---",
  },
  attempt_limits: {
    row: () => `attempt_limits (key, failures) values (sha256(gen_random_uuid()::text::bytea), 1)`,
    may: ".-.. .-.. .-.. .-..  SIUD .-.. .-.. .-.. .-..",
  },
  outgoing_mails: {
    row: () => `outgoing_mails (id, kind, payload) values (gen_random_uuid(), 'recover', '{}')`,
    may: ".-.- .-.- .-.- .-.-  .I.- S-U- .-.- .-.- .-.-",
  },
  mail_alerts: {
    row: () =>
      `mail_alerts (id, kind, subject) values (gen_random_uuid(), 'mail_refused', gen_random_uuid()::text)`,
    may: ".-.. .-.. S-.D .-..  .-.. SIUD .-.. .-.. .-..",
  },
  contact_submissions: {
    row: () => `contact_submissions (id, name, email) values (gen_random_uuid(), 'Ana', 'a@b.example')`,
    columns: ["read", "spam"],
    may: ".I.. .I.. SIUD .I..  .I.. .I.. .I.. .I.. .I..",
  },
  conversation_entries: {
    row: () => `conversation_entries (submission_id, kind, author, text, language)
      select id, 'note', claim('sub')::uuid, 'n', 'es' from contact_submissions limit 1`,
    columns: [],
    may: "..-- ..-- SI-- ..--  ..-- ..-- ..-- ..-- ..--",
  },
  conversation_drafts: {
    row: () => `conversation_drafts (submission_id, account_id, text, revision)
      select id, coalesce(claim('sub')::uuid, (select id from accounts limit 1)), 'd', 1 from contact_submissions limit 1`,
    columns: ["kind", "text", "revision", "saved_at"],
    may: "...- ...- .I.- ...-  ...- ...- ...- ...- ...-",
  },
  attachments: {
    row: () => `attachments (id, submission_id, name, type, size)
      select gen_random_uuid(), id, 'a.pdf', 'application/pdf', 1 from contact_submissions limit 1`,
    columns: [],
    may: ".--- .--- S--- .---  .--- .--- .--- .--- .---",
  },
  removed_attachments: {
    row: () => "removed_attachments (id) values (gen_random_uuid())",
    columns: [],
    may: ".--. .--. .--. .--.  .--. .--. .--. S--D .--.",
  },
  reply_addresses: {
    row: () => `reply_addresses (token_hash, submission_id, role, kid, generation, revoked_at)
      select sha256(gen_random_uuid()::text::bytea), id, 'customer', 'a', 0, now() from contact_submissions limit 1`,
    columns: [],
    may: "---- ---- ---- ----  ---- ---- ---- ---- ----",
  },
  conversation_participants: {
    row: () => `conversation_participants (submission_id, address_key)
      select id, sha256(gen_random_uuid()::text::bytea) from contact_submissions limit 1`,
    columns: [],
    may: "---- ---- ---- ----  ---- ---- ---- ---- ----",
  },
  conversation_moves: {
    row: () =>
      `conversation_moves (from_id, to_id, moved) select id, id, '{}' from contact_submissions limit 1`,
    columns: [],
    may: "---- ---- ---- ----  ---- ---- ---- ---- ----",
  },
  received_mails: {
    row: () => "received_mails (provider_id, outcome) values (gen_random_uuid()::text, 'verified')",
    columns: [],
    may: ".--- .--- .--- .---  .--- S--- .--- .--- .---",
  },
  message_rates: {
    row: () => "message_rates values (sha256(gen_random_uuid()::text::bytea), 1, now())",
    columns: [],
    may: "---- ---- ---- ----  ---- ---- ---- ---- ----",
  },
  known_senders: {
    row: () => "known_senders (sender, verdict) values (sha256(gen_random_uuid()::text::bytea), 'trusted')",
    may: ".-.. .-.. SIUD .-..  .-.. .-.. .-.. .-.. .-..",
  },
  contact_receipts: {
    row: () => `contact_receipts (idempotency_key, body_hash, submission_id)
      values (gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), gen_random_uuid())`,
    columns: [],
    may: "SI-- SI-- SI-- SI--  .I-- .I-- .I-- .I-- .I--",
  },
  privacy_events: {
    row: () =>
      "privacy_events (kind, asked_by, person, counts) values ('erased', 'operator', sha256(''), '{}')",
    columns: [],
    may: "---- ---- ---- ----  ---- ---- ---- ---- ----",
  },
  inbox_totals: {
    row: () => "inbox_totals (only_row) values (true)",
    columns: [],
    may: ".--- .--- S--- .---  .--- .--- .--- .--- .---",
  },
  inbox_counts: {
    row: () => "inbox_counts values (1, '2026-05-04', '{}', false, false, 1)",
    columns: [],
    may: ".--- .--- S--- .---  .--- .--- .--- .--- .---",
  },
  inbox_sources: {
    row: () => "inbox_sources values (1, '2026-05-04', 'other', 1)",
    columns: [],
    may: ".--- .--- S--- .---  .--- .--- .--- .--- .---",
  },
  inbox_answer_times: {
    row: () => "inbox_answer_times values (1, '2026-05-04', 'cctv', 'other', 60, true, 1)",
    columns: [],
    may: ".--- .--- S--- .---  .--- .--- .--- .--- .---",
  },
  submission_texts: {
    row: () => `submission_texts values (gen_random_uuid(), now(), 'a', '{}')`,
    columns: [],
    may: "---- ---- ---- ----  ---- ---- ---- ---- ----",
  },
  content_hooks: {
    row: () => `content_hooks (signature_hash) values (sha256(gen_random_uuid()::text::bytea))`,
    columns: [],
    may: ".--- .--- .--- .---  .--- .--- SI-- .--- .---",
  },
  accepted_requests: {
    row: () =>
      `accepted_requests (request_hash, acceptance_id)
        values (sha256(gen_random_uuid()::text::bytea), gen_random_uuid())`,
    columns: [],
    may: ".--- .--- .--- .---  SI-- SI-- .--- .--- .---",
  },
  site_builds: {
    row: () =>
      "site_builds (id, due_at, leased_at, started_at) values (gen_random_uuid(), now(), now(), now())",
    may: ".-.- .-.- .-.- .-.-  .-.- .-.- SIU- .-.- .-.-",
  },
  opening_hours: {
    row: () => "opening_hours values (6, time '00:00' + random() * interval '8 hours', '12:00')",
    columns: [],
    may: ".--. .--. S--. .--.  .--. .--. SI-D .--. .--.",
  },
  retention_rules: {
    row: () => "retention_rules values ('accounts', 'id', 'true')",
    columns: [],
    may: "---- ---- ---- ----  ---- ---- ---- ---- ----",
  },
  schema_migrations: {
    row: () => "schema_migrations default values",
    columns: [],
    may: "---- ---- ---- ----  ---- ---- ---- ---- ----",
  },
};

/** Inserts a row into every empty table. */
export async function fillEmptyTables(database: TestDatabase, ids: Ids): Promise<void> {
  for (const [name, { row }] of Object.entries(tables)) {
    const [{ count } = {}] = await database.asOwner(`select count(*)::int as count from ${name}`);
    if (count === 0) await database.asOwner(`insert into ${row(ids)}`);
  }
}

/** The callers that may insert a mail of each kind. */
const mailCallers: Record<OutgoingMail["kind"], readonly Caller[]> = {
  contact_notice: [],
  contact_acknowledgement: [],
  answer: [],
  reply_notice: [],
  notice_digest: ["mail"],
  delivery_alert: ["mail"],
  canary: [],
  message_erased: [],
  erasure_notice: [],
  confirm_sign_up: ["auth"],
  account_exists: ["auth"],
  recover: ["auth"],
  administrator_invited: ["auth"],
  confirm_email_change: ["auth"],
  email_changed: ["auth"],
  password_changed: ["auth"],
  account_deleted: ["auth"],
  passkeys_changed: ["auth"],
};
const createMailRow = (kind: string) => () =>
  `outgoing_mails (id, kind, payload) values (gen_random_uuid(), '${kind}', '{}')`;

/** Rows whose values restrict the callers that may insert them. */
export const particularRows: [what: string, row: (ids: Ids) => string, who: readonly Caller[]][] = [
  ["an administrator", ({ withoutProfile: id }) => `profiles (user_id, role) values ('${id}', 'admin')`, []],
  [
    "a new role of an existing profile",
    ({ user }) => `profiles (user_id) values ('${user}') on conflict (user_id) do update set role = 'admin'`,
    [],
  ],
  ["a change of role in the audit", () => "account_events (kind) values ('role_changed')", []],
  [
    "a message that is already read",
    () =>
      "contact_submissions (id, name, email, read) values (gen_random_uuid(), 'Ana', 'a@b.example', true)",
    [],
  ],
  [
    "a message that is already spam",
    () =>
      "contact_submissions (id, name, email, spam) values (gen_random_uuid(), 'Ana', 'a@b.example', true)",
    [],
  ],
  ...Object.entries(mailCallers).map(([kind, allowedCallers]): (typeof particularRows)[number] => [
    `a mail of the kind ${kind}`,
    createMailRow(kind),
    allowedCallers,
  ]),
  [
    "a mail that is already sent",
    () => "outgoing_mails (id, kind, sent_at) values (gen_random_uuid(), 'recover', now())",
    [],
  ],
  [
    "a mail that already has an attempt",
    () => "outgoing_mails (id, kind, payload, attempts) values (gen_random_uuid(), 'recover', '{}', 1)",
    [],
  ],
];

type FunctionRights = { call: string; allowed: readonly Caller[]; otherwise?: "finds nothing" };

/** A call of each function and its allowed callers. Others get 42501; trigger functions reject every caller (0A000). */
export const functions: Record<string, FunctionRights | "trigger"> = {
  "set_claims(text)": { call: "set_claims('')", allowed: callers },
  "claim(text)": { call: "claim('sub')", allowed: callers },
  "is_admin()": { call: "is_admin()", allowed: callers },
  "find_submissions(jsonb,boolean,boolean,timestamp with time zone,uuid,integer,interval)": {
    call: "* from find_submissions('{\"q\": \"ana\"}', false, null, 'infinity', gen_random_uuid(), 10)",
    allowed: ["admin"],
    otherwise: "finds nothing",
  },
  "company_day(timestamp with time zone)": { call: "company_day(now())", allowed: callers },
  "day_start(date)": { call: "day_start('2026-05-04')", allowed: callers },
  "block_start(date,integer)": { call: "block_start('2026-05-04', 8)", allowed: callers },
  "rounded_waiting_time(interval)": { call: "rounded_waiting_time('1 hour')", allowed: callers },
  "grouped_submission(contact_submissions,integer)": {
    call: "grouped_submission(null::contact_submissions, 1)",
    allowed: callers,
  },
  "blocks_of_days(date,date)": {
    call: "* from blocks_of_days('2026-05-04', '2026-05-04')",
    allowed: callers,
  },
  "newest_submissions(boolean,boolean,text[],timestamp with time zone,timestamp with time zone,uuid,integer)":
    {
      call: "* from newest_submissions(false, null, null, '-infinity', 'infinity', gen_random_uuid(), 10)",
      allowed: [],
    },
  "spam_of_senders(bytea[])": {
    call: "* from spam_of_senders(array[sha256('')])",
    allowed: ["admin"],
    otherwise: "finds nothing",
  },
  "rarest_parts(text[],text[])": { call: "rarest_parts('{}', '{}')", allowed: [] },
  "rare_pair(text[],text[],integer)": { call: "rare_pair('{}', '{}', 1)", allowed: [] },
  "oldest_unanswered()": {
    call: "* from oldest_unanswered()",
    allowed: ["admin"],
    otherwise: "finds nothing",
  },
  "kinds_of_submissions(jsonb)": { call: "kinds_of_submissions('{}')", allowed: callers },
  "administrators_addresses()": { call: "count(*) from administrators_addresses()", allowed: ["mail"] },
  "expiring_tables()": { call: "expiring_tables()", allowed: callers },
  "purge_expired(text,interval,interval)": {
    call: "purge_expired('sessions', '1 day', '1 day')",
    allowed: ["retention"],
  },
  "json_size(jsonb)": { call: "json_size('{}')", allowed: callers },
  "plain_digits(text)": { call: "plain_digits('٨')", allowed: callers },
  "visible_characters(text)": { call: "visible_characters('a')", allowed: callers },
  "plain_signs(text)": { call: "plain_signs('ø')", allowed: callers },
  "fold(text)": { call: "fold('Ñ')", allowed: callers },
  "dialled(text)": { call: "dialled('1')", allowed: callers },
  "fold_submission(text,text,text,text,text)": {
    call: "fold_submission('a', 'b', 'c', 'd', 'e')",
    allowed: callers,
  },
  "period_key(integer,timestamp with time zone)": { call: "period_key(1, now())", allowed: callers },
  "character_keys(text)": { call: "character_keys('a')", allowed: callers },
  "sign_keys(text)": { call: "sign_keys('a@b')", allowed: callers },
  "submission_keys(text,timestamp with time zone)": { call: "submission_keys('a', now())", allowed: callers },
  "as_number(text)": { call: "as_number('1')", allowed: callers },
  "bare_word(text)": { call: "bare_word('a')", allowed: callers },
  "as_patterns(text[])": { call: "as_patterns('{}')", allowed: callers },
  "is_within_business_hour(timestamp with time zone,timestamp with time zone)": {
    call: "is_within_business_hour(now(), now())",
    allowed: [],
  },
  "is_hit(text,text[],text[])": { call: "is_hit('a', '{}', '{}')", allowed: callers },
  "searched_words(text)": { call: "searched_words('a')", allowed: callers },
  "accept_administrator_invitation(uuid)": {
    call: "accept_administrator_invitation(gen_random_uuid())",
    allowed: ["auth"],
  },
  "counted_mailbox(text)": { call: "counted_mailbox('a+b@a.example')", allowed: callers },
  "is_own_mailbox(text,text[])": { call: "is_own_mailbox('a@a.example', '{}')", allowed: ["mail"] },
  "person_key(text)": { call: "person_key('a')", allowed: [] },
  "sender_key(text)": { call: "sender_key('a')", allowed: callers },
  "count_message(bytea,integer)": { call: "count_message('', 1)", allowed: [] },
  "linked_message(bytea)": { call: "count(*) from linked_message(sha256(''))", allowed: callers },
  "erase_linked_message(bytea)": { call: "erase_linked_message(sha256(''))", allowed: callers },
  "take_message(jsonb,uuid,bytea,jsonb,jsonb)": {
    call: `take_message('{"id": "6f0c1f0e-52f7-4c0b-9d52-0d6c1b0a7a11", "name": "Ana", "email": "a@b.example", "language": "es"}',
      gen_random_uuid(), sha256(''), '{"doubts": [], "weight": 0, "rates": [], "answer": [], "spam_weight": 3}')`,
    allowed: callers,
  },
  "take_canary(jsonb,bytea,integer,text)": {
    call: `take_canary('{"id": "6f0c1f0e-52f7-4c0b-9d52-0d6c1b0a7a12", "name": "Ana", "email": "a@b.example", "language": "es"}',
      sha256(''), 3, 'c@b.example')`,
    allowed: ["mail"],
  },
  "remove_canary(uuid)": { call: "remove_canary(gen_random_uuid())", allowed: ["mail"] },
  "signature_line(text)": { call: "signature_line('a')", allowed: callers },
  "account_name(text,jsonb)": { call: "account_name('a@b.example', '{}')", allowed: callers },
  "account_names(uuid[])": {
    call: "* from account_names(array(select id from accounts union select claim('sub')::uuid))",
    allowed: ["admin"],
    otherwise: "finds nothing",
  },
  "administrators_names()": {
    call: "* from administrators_names()",
    allowed: ["admin"],
    otherwise: "finds nothing",
  },
  "send_answer(uuid,uuid,text,integer,boolean,boolean,jsonb)": {
    call: "* from send_answer(gen_random_uuid(), gen_random_uuid(), 'a', 1, false, false, '{}')",
    allowed: ["admin"],
    otherwise: "finds nothing",
  },
  "take_answer_back(uuid,uuid)": {
    call: "* from take_answer_back(gen_random_uuid(), gen_random_uuid())",
    allowed: ["admin"],
    otherwise: "finds nothing",
  },
  "revoke_link(uuid,uuid)": {
    call: "* from revoke_link(gen_random_uuid(), gen_random_uuid())",
    allowed: ["admin"],
    otherwise: "finds nothing",
  },
  "linked_conversation(bytea)": {
    call: "count(*) from linked_conversation(sha256(''))",
    allowed: callers,
  },
  "add_reply(bytea,uuid,text,jsonb,boolean,jsonb)": {
    call: "add_reply(sha256(''), gen_random_uuid(), 'a', '[]', false, '[]')",
    allowed: callers,
  },
  "writing_colleagues(uuid)": {
    call: "count(*) from writing_colleagues(gen_random_uuid())",
    allowed: callers,
  },
  "fold_entries(uuid)": { call: "fold_entries(gen_random_uuid())", allowed: callers },
  "sender_of_mail(text,text,text)": {
    call: "sender_of_mail('a@b.example', 'a@b.example', 'pass')",
    allowed: callers,
  },
  "valid_reply_address(uuid,text)": {
    call: "count(*) from valid_reply_address(gen_random_uuid(), 'customer')",
    allowed: callers,
  },
  "register_reply_address(bytea,uuid,text,text,integer)": {
    call: "register_reply_address(sha256(''), gen_random_uuid(), 'customer', 'a', 0)",
    allowed: callers,
  },
  "store_answer(uuid,uuid,uuid,text,integer,boolean,boolean,jsonb)": {
    call: "store_answer(gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'a', 1, false, false, '{}')",
    allowed: [],
  },
  "add_colleagues_entry(contact_submissions,jsonb)": {
    call: "add_colleagues_entry(null, '{}')",
    allowed: [],
  },
  "find_reply_address(bytea)": {
    call: "count(*) from find_reply_address(sha256(''))",
    allowed: callers,
  },
  "add_attachments(uuid,uuid,jsonb)": {
    call: "add_attachments(gen_random_uuid(), null, '[]')",
    allowed: [],
  },
  "put_mail_aside(jsonb)": { call: "put_mail_aside('{}')", allowed: [] },
  "add_received_entry(contact_submissions,jsonb)": { call: "add_received_entry(null, '{}')", allowed: [] },
  "receive_mail(jsonb)": {
    call: `receive_mail('{"id": "6f0c1f0e-52f7-4c0b-9d52-0d6c1b0a7a13", "provider_id": "a", "name": "Ana",
      "email": "a@b.example", "from": "a@b.example", "verdict": "none", "text": "Hola", "files": []}')`,
    allowed: callers,
  },
  "used_files(jsonb)": { call: "used_files('[]')", allowed: [] },
  "unknown_attachments(uuid[])": {
    call: "* from unknown_attachments(array[gen_random_uuid()])",
    allowed: ["retention"],
    otherwise: "finds nothing",
  },
  "refresh_conversations(uuid[],integer[],boolean[],boolean[])": {
    call: "refresh_conversations('{}', '{}', '{}', '{}')",
    allowed: [],
  },
  "refresh_conversation_texts(uuid[])": { call: "refresh_conversation_texts('{}')", allowed: [] },
  "unknown_sender()": { call: "unknown_sender()", allowed: [] },
  "is_participant(uuid,text)": { call: "is_participant(gen_random_uuid(), 'a@b.example')", allowed: [] },
  "lock_conversations(uuid[])": { call: "lock_conversations('{}')", allowed: [] },
  "add_move_event(contact_submissions,text)": { call: "add_move_event(null, 'joined')", allowed: [] },
  "move_drafts(uuid,uuid)": { call: "move_drafts(gen_random_uuid(), gen_random_uuid())", allowed: [] },
  "restore_drafts(uuid,uuid,jsonb)": {
    call: "restore_drafts(gen_random_uuid(), gen_random_uuid(), '[]')",
    allowed: [],
  },
  "undo_join(conversation_moves)": { call: "undo_join(null)", allowed: [] },
  "undo_entry_move(conversation_moves)": { call: "undo_entry_move(null)", allowed: [] },
  "admit_sender(uuid,uuid)": {
    call: "* from admit_sender(gen_random_uuid(), gen_random_uuid())",
    allowed: ["admin"],
    otherwise: "finds nothing",
  },
  "move_entry(uuid,uuid,uuid,uuid)": {
    call: "* from move_entry(gen_random_uuid(), gen_random_uuid(), null, gen_random_uuid())",
    allowed: ["admin"],
    otherwise: "finds nothing",
  },
  "join_conversations(uuid,uuid,jsonb)": {
    call: "* from join_conversations(gen_random_uuid(), gen_random_uuid(), '{}')",
    allowed: ["admin"],
    otherwise: "finds nothing",
  },
  "undo_move(uuid)": {
    call: "* from undo_move(gen_random_uuid())",
    allowed: ["admin"],
    otherwise: "finds nothing",
  },
  "note_removed_attachments()": "trigger",
  "update_conversation_texts()": "trigger",
  "summarize_conversations()": "trigger",
  "note_delivery()": "trigger",
  "learn_of_senders()": "trigger",
  "mark_acknowledgement()": "trigger",
  "set_properties()": "trigger",
  "note_first_read()": "trigger",
  "reject_audit_change()": "trigger",
  "record_role_change()": "trigger",
  "forget_ways_in()": "trigger",
  "update_inbox_totals()": "trigger",
  "update_inbox_counts()": "trigger",
  "update_submission_text()": "trigger",
  "update_submission_texts()": "trigger",
};

/** Statements that no claim allows. `OPERATOR` stands for the role that owns the schema. */
export const forbidden = [
  "create table mine (n integer)",
  "create temporary table mine (n integer)",
  "create view mine as select 1",
  "create sequence mine",
  "create schema mine",
  "create function mine() returns integer language sql return 1",
  "create or replace function public.is_admin() returns boolean language sql return true",
  "create or replace function public.claim(name text) returns text language sql return 'auth'",
  "create trigger mine before insert on accounts for each row execute function note_first_read()",
  "create extension citext",
  "create role mine",
  "alter role edge bypassrls",
  "alter role edge superuser",
  'alter role edge set request.jwt.claims = \'{"service": "auth"}\'',
  "grant OPERATOR to edge",
  "set role OPERATOR",
  "set session authorization OPERATOR",
  "set session_replication_role = replica",
  "drop table contact_submissions",
  "truncate contact_submissions cascade",
  "alter table contact_submissions disable row level security",
  "alter table contact_submissions no force row level security",
  "alter table contact_submissions owner to edge",
  "create policy mine on contact_submissions using (true)",
  "alter policy own_profile on profiles using (true)",
  "alter policy own_profile on profiles to public",
  "drop policy anyone_leaves_one on contact_submissions",
  "create index on contact_submissions (name)",
  "comment on table contact_submissions is 'mine'",
  "update profiles set role = 'admin'",
  "update contact_submissions set message = 'another'",
  "select rolpassword from pg_authid",
  "select pg_read_file('/etc/hostname')",
  "copy contact_submissions to '/tmp/contact_submissions'",
  "copy contact_submissions to program 'cat'",
];
