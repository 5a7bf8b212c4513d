/** `restored`: its rows are in a backup. `forgotten`: they are not, on purpose. `made`: the migrations write them. */
export type Treatment = "restored" | "forgotten" | "made";

/**
 * Every table, in the order in which rows can be put back: what others refer to comes first. A restored database is of an earlier
 * time, so what has been used up or ended since must not live again: nobody stays signed in, no link or code that was mailed
 * can be spent, no recovery code a second time, and no mail leaves twice. What only counts or queues begins anew.
 * A test holds it to the catalogue.
 */
export const treatments: Readonly<Record<string, Treatment>> = {
  schema_migrations: "made",
  retention_rules: "made",
  accounts: "restored",
  profiles: "restored",
  passkeys: "restored",
  sign_in_rules: "restored",
  contact_submissions: "restored",
  // Kept by triggers, which rest meanwhile: as they were, they are compared with what they follow from by their hashes.
  submission_texts: "restored",
  inbox_totals: "restored",
  // So that no retry brings a message a second time.
  contact_receipts: "restored",
  known_senders: "restored",
  mail_alerts: "restored",
  account_events: "restored",
  privacy_events: "restored",
  inbox_actions: "restored",
  // Who has signed out or was thrown out since would be in again.
  sessions: "forgotten",
  refresh_tokens: "forgotten",
  // What was spent since could be spent again.
  one_time_tokens: "forgotten",
  recovery_codes: "forgotten",
  // What has left since would leave again.
  outgoing_mails: "forgotten",
  content_hooks: "forgotten",
  accepted_requests: "forgotten",
  site_builds: "forgotten",
  // What they count is over in a day.
  attempt_limits: "forgotten",
  message_rates: "forgotten",
};

/** The tables whose rows a backup has. */
export const restoredTables = Object.keys(treatments).filter((table) => treatments[table] === "restored");

/**
 * The forgotten tables that hold credentials or mails. A branch of an earlier time has their rows, so a replay deletes them; a table comes before
 * the tables that it refers to.
 */
export const credentialTables = [
  "refresh_tokens",
  "sessions",
  "one_time_tokens",
  "recovery_codes",
  "outgoing_mails",
] as const;
