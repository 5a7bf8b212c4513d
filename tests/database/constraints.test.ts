import { beforeAll, expect, test } from "vitest";
import { describeOnOneEngine } from "../local/neon/engines.ts";
import { databaseForSuite } from "./calls.ts";

const account = "'6f0c1f0e-52f7-4c0b-9d52-0d6c1b0a7a11'";
const session = "'6f0c1f0e-52f7-4c0b-9d52-0d6c1b0a7a12'";
const uuid = "gen_random_uuid()";
const hash = `sha256(${uuid}::text::bytea)`;
const passwordHash = "'$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA'";

/** A row that its table accepts: SQL expressions by column. */
const rows = {
  accounts: { id: uuid, email: `${uuid}::text || '@x.example'`, password_hash: passwordHash },
  profiles: { user_id: account },
  sessions: { id: uuid, account_id: account },
  refresh_tokens: { token_hash: hash, session_id: session },
  one_time_tokens: {
    ...{ token_hash: hash, account_id: account, purpose: "'recovery'" },
    expires_at: "now() + interval '1 hour'",
  },
  attempt_limits: { key: hash, failures: "1" },
  account_events: { account_id: account, kind: "'signed_in'", client_address: "'203.0.113.0/24'" },
  sign_in_rules: { only_one: "true" },
  contact_submissions: { id: uuid, name: "'María José'", email: "'maria@cliente.example'", language: "'es'" },
  contact_receipts: { idempotency_key: uuid, body_hash: hash, submission_id: uuid },
  outgoing_mails: { id: uuid, kind: "'contact_notice'", payload: "'{}'" },
  mail_alerts: { id: uuid, kind: "'provider_refusing'", subject: "'invalid_api_key'" },
  content_hooks: { signature_hash: hash, idempotency_key: uuid },
  site_builds: { id: uuid, due_at: "now()" },
} satisfies Record<string, Record<string, string>>;
type Table = keyof typeof rows;
type Changes = Record<string, string>;

describeOnOneEngine("the constraints of the schema", (server) => {
  const { database } = databaseForSuite(server);

  const insert = (table: Table, changes: Changes = {}) => {
    const row = { ...rows[table], ...changes };
    return database.asOwner(
      `insert into ${table} (${Object.keys(row).join(", ")}) values (${Object.values(row).join(", ")})`,
    );
  };
  beforeAll(async () => {
    await insert("accounts", { id: account });
    await insert("sessions", { id: session });
    await insert("refresh_tokens", { token_hash: "sha256('first')" });
  });

  test.each<[constraint: string, Table, ...rejected: Changes[]]>([
    ["accounts_email_lower_case", "accounts", { email: "'Ana@guaria.example'" }],
    ["accounts_email_length", "accounts", { email: "repeat('a', 253) || '@b'" }],
    ["accounts_password_hash_argon2id", "accounts", { password_hash: "'contraseña'" }],
    [
      "accounts_user_metadata_object",
      "accounts",
      ...["[]", '"text"', "null"].map((value) => ({ user_metadata: `'${value}'` })),
    ],
    [
      "accounts_user_metadata_small",
      "accounts",
      { user_metadata: "jsonb_build_object('a', repeat('x', 4089))" },
    ],
    ["profiles_role_known", "profiles", { role: "'root'" }],
    ["sessions_method_known", "sessions", { method: "'magic'" }],
    ["sessions_recovery_by_mail", "sessions", { method: "'password'", recovery_until: "now()" }],
    ["refresh_tokens_hash_sha256", "refresh_tokens", { token_hash: "'token'::bytea" }],
    ["one_time_tokens_hash_sha256", "one_time_tokens", { token_hash: "'token'::bytea" }],
    ["one_time_tokens_purpose_known", "one_time_tokens", { purpose: "'anything'" }],
    ["one_time_tokens_expires_later", "one_time_tokens", { expires_at: "now() - interval '1 hour'" }],
    ["one_time_tokens_email_lower_case", "one_time_tokens", { email: "'Ana@cliente.example'" }],
    ["one_time_tokens_code_hmac_sha256", "one_time_tokens", { code_hmac: "'123456'::bytea" }],
    ["one_time_tokens_tried_codes_few", "one_time_tokens", { tried_codes: "6" }],
    ["one_time_tokens_invitation", "one_time_tokens", { purpose: "'invite'" }],
    ["one_time_tokens_password_of_sign_up", "one_time_tokens", { password_hash: passwordHash }],
    [
      "one_time_tokens_half_of_change",
      "one_time_tokens",
      { half: "'new'", new_email: "'eva@cliente.example'" },
    ],
    ["one_time_tokens_user_metadata_of_sign_up", "one_time_tokens", { user_metadata: "'{}'" }],
    [
      "one_time_tokens_user_metadata_object",
      "one_time_tokens",
      { purpose: "'signup'", user_metadata: "'[]'" },
    ],
    [
      "one_time_tokens_user_metadata_small",
      "one_time_tokens",
      { purpose: "'signup'", user_metadata: "jsonb_build_object('a', repeat('x', 4089))" },
    ],
    ["attempt_limits_key_sha256", "attempt_limits", { key: "'ana'::bytea" }],
    ["account_events_kind_known", "account_events", { kind: "'renamed'" }],
    [
      "account_events_client_address_cut",
      "account_events",
      ...["203.0.113.7", "203.0.113.7/32", "2001:db8::1"].map((address) => ({
        client_address: `'${address}'`,
      })),
    ],
    ["sign_in_rules_only_one", "sign_in_rules", { only_one: "false" }],
    ["contact_receipts_hash_sha256", "contact_receipts", { body_hash: "'name=María'::bytea" }],
    ["outgoing_mails_kind_known", "outgoing_mails", { kind: "'anything'" }],
    [
      "outgoing_mails_payload_while_waiting",
      "outgoing_mails",
      { payload: "null" },
      { sent_at: "now()" },
      { given_up_at: "now()" },
    ],
    [
      "outgoing_mails_sent_or_given_up",
      "outgoing_mails",
      { payload: "null", sent_at: "now()", given_up_at: "now()" },
    ],
    ["mail_alerts_kind_known", "mail_alerts", { kind: "'anything'" }],
    ["mail_alerts_subject_length", "mail_alerts", { subject: "''" }],
    ["site_builds_started_under_a_lease", "site_builds", { started_at: "now()" }],
    ["site_builds_fingerprint_hexadecimal", "site_builds", { fingerprint: "'home'" }],
    ["site_builds_attempts_counted", "site_builds", { attempts: "-1" }],
    [
      "contact_submissions_email_length",
      "contact_submissions",
      { email: "'@b'" },
      { email: "repeat('a', 253) || '@b'" },
    ],
    ...Object.entries({ name: 200, phone: 40, company: 200, plan: 60, message: 5_000 }).map(
      ([field, limit]): [string, Table, ...Changes[]] => [
        `contact_submissions_${field}_length`,
        "contact_submissions",
        { [field]: "''" },
        { [field]: `repeat('ñ', ${limit + 1})` },
      ],
    ),
  ])("%s (23514)", async (constraint, table, ...rejectedChanges) => {
    for (const changes of rejectedChanges)
      await expect(insert(table, changes)).rejects.toMatchObject({ code: "23514", constraint });
  });

  test.each<[Table, ...accepted: Changes[]]>([
    ["accounts", {}, { user_metadata: "jsonb_build_object('a', repeat('x', 4088))" }],
    ["profiles", {}],
    ["sessions", {}, { method: "'recovery'", recovery_until: "now()" }],
    ["refresh_tokens", {}],
    [
      "one_time_tokens",
      { email: "'ana@cliente.example'", code_hmac: hash },
      { purpose: "'signup'", password_hash: passwordHash },
      { purpose: "'email_change'", half: "'new'", new_email: "'eva@cliente.example'" },
    ],
    ["attempt_limits", {}],
    ["account_events", {}, { client_address: "'2001:db8:1::/48'" }, { client_address: "null" }],
    ["contact_receipts", {}],
    ["outgoing_mails", {}, { payload: "null", sent_at: "now()" }, { payload: "null", given_up_at: "now()" }],
    ["content_hooks", { idempotency_key: "null" }, { idempotency_key: "null" }],
    ["site_builds", { leased_at: "now()", started_at: "now()" }, {}],
    [
      "contact_submissions",
      { email: "repeat('a', 252) || '@b'" },
      // The limits count characters, regardless of their bytes.
      ...Object.entries({ name: 200, phone: 40, company: 200, plan: 60, message: 5_000 }).map(
        ([field, limit]) => ({ [field]: `repeat('ñ', ${limit})` }),
      ),
    ],
  ])("%s accepts rows at the limits", async (table, ...acceptedChanges) => {
    for (const changes of acceptedChanges) await insert(table, changes);
  });

  test.each<[constraint: string, Table, Changes]>([
    ["accounts_email_unique", "accounts", { email: "'ana@guaria.example'" }],
    ["refresh_tokens_one_child", "refresh_tokens", { parent_hash: "sha256('first')" }],
    ["sign_in_rules_pkey", "sign_in_rules", {}],
    ["contact_submissions_pkey", "contact_submissions", { id: account }],
    ["contact_receipts_pkey", "contact_receipts", { idempotency_key: account }],
    ["mail_alerts_once", "mail_alerts", {}],
    ["content_hooks_pkey", "content_hooks", { signature_hash: "sha256('x')" }],
    ["content_hooks_idempotency_key", "content_hooks", { idempotency_key: "'key'" }],
    ["site_builds_one_gathers", "site_builds", {}],
  ])("%s (23505)", async (constraint, table, changes) => {
    // The table may have the row already.
    await insert(table, changes).catch(() => {});
    await expect(insert(table, changes)).rejects.toMatchObject({ code: "23505", constraint });
  });

  test.each(["name", "email", "language", "id"])("a message needs %s (23502)", async (column) => {
    const message = insert("contact_submissions", { [column]: "null" });
    await expect(message).rejects.toMatchObject({ code: "23502", column });
  });
});
