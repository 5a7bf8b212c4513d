/**
 * `restored`: a backup has its rows. `forgotten`: a backup omits its rows on purpose. `made`: the migrations write its
 * rows.
 */
export type Treatment = "restored" | "forgotten" | "made";

/**
 * The treatment of every table, in the order in which rows can be loaded: referenced tables come first. A restored
 * database is of an earlier time, so spent or ended credentials must not become valid again. Therefore all sessions
 * end, mailed links, codes and recovery codes are invalid, and no mail is sent twice. Counters and queues start empty.
 * A test compares the list with the catalog.
 */
export const treatments: Readonly<Record<string, Treatment>> = {
  schema_migrations: "made",
  retention_rules: "made",
  accounts: "restored",
  profiles: "restored",
  passkeys: "restored",
  sign_in_rules: "restored",
  contact_submissions: "restored",
  conversation_entries: "restored",
  conversation_drafts: "restored",
  attachments: "restored",
  reply_addresses: "restored",
  conversation_participants: "restored",
  // A deleted mail must not be received again.
  received_mails: "restored",
  // Triggers fill these and are disabled during a restoration. Their rows are restored, and their hashes compared, like
  // all others.
  submission_texts: "restored",
  inbox_totals: "restored",
  inbox_counts: "restored",
  inbox_sources: "restored",
  inbox_answer_times: "restored",
  // Retries must not store a message a second time.
  contact_receipts: "restored",
  known_senders: "restored",
  mail_alerts: "restored",
  account_events: "restored",
  privacy_events: "restored",
  inbox_actions: "restored",
  // A session that was ended since would be open again.
  sessions: "forgotten",
  refresh_tokens: "forgotten",
  // A token or code that was spent since could be spent again.
  one_time_tokens: "forgotten",
  recovery_codes: "forgotten",
  // A mail that was sent since would be sent again.
  outgoing_mails: "forgotten",
  content_hooks: "forgotten",
  accepted_requests: "forgotten",
  site_builds: "forgotten",
  // The scheduled Worker copies them from the content every hour.
  opening_hours: "forgotten",
  // The scheduled Worker finds files without a row, too.
  removed_attachments: "forgotten",
  // An undo is possible for a day. Without one, joined and moved texts stay where they are.
  conversation_moves: "forgotten",
  // Counters of less than a day.
  attempt_limits: "forgotten",
  message_rates: "forgotten",
};

/** The tables whose rows a backup has. */
export const restoredTables = Object.keys(treatments).filter((table) => treatments[table] === "restored");

/**
 * The forgotten tables that hold credentials or mails. A branch of an earlier time has their rows, so a replay deletes
 * them; a table comes before the tables that it refers to.
 */
export const credentialTables = [
  "refresh_tokens",
  "sessions",
  "one_time_tokens",
  "recovery_codes",
  "outgoing_mails",
] as const;
