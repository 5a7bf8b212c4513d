import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { attachmentsBucket } from "#local/cloudflare/wrangler.ts";
import { findPerson } from "#local/privacy/person.ts";
import { personalTables } from "#local/privacy/places.ts";
import { type Row, startTestDatabase, type TestDatabase, toInsert } from "./database.ts";
import { ProviderRefusal, startProvider } from "./provider.ts";
import { runNode } from "./run-node.ts";

const command = fileURLToPath(new URL("../../local/commands/privacy.ts", import.meta.url));
// Audit tables cannot be emptied, and the search texts follow the messages.
const keptTables = ["account_events", "inbox_actions", "privacy_events", "submission_texts"];

/** The address of the KV namespace, whose id the repository's configuration has. */
const namespace = "/accounts/kv-account/storage/kv/namespaces/:id";

export const toHash = (text: string) => createHash("sha256").update(text).digest("hex");

/** Prepares a database, a spool and a bucket of files, empty before each test, and returns functions that run the command on them. */
export function preparePrivacyCommand() {
  const spool = new Map<string, string>();
  const files = new Map<string, Uint8Array>();
  let database: TestDatabase;
  let cloudflare: Awaited<ReturnType<typeof startProvider>>;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vitrina-privacy-"));
    database = await startTestDatabase();
    cloudflare = await startProvider("kv-token", {
      // A page has one key, so that the command has to request the next page.
      [`GET ${namespace}/keys`]: ({ query }) => {
        const names = [...spool.keys()].filter((key) => key.startsWith(query.get("prefix") ?? ""));
        const offset = Number(query.get("cursor") ?? 0);
        const cursor = names.length > offset + 1 ? String(offset + 1) : "";
        return {
          result: names.slice(offset, offset + 1).map((name) => ({ name })),
          result_info: { cursor },
        };
      },
      [`GET ${namespace}/values/:name`]: ({ names: [, name = ""] }) => {
        const value = spool.get(decodeURIComponent(name));
        if (value === undefined) throw new ProviderRefusal(404, "The key does not exist.");
        return JSON.parse(value);
      },
      [`DELETE ${namespace}/values/:name`]: ({ names: [, name = ""] }) =>
        void spool.delete(decodeURIComponent(name)),
      [`GET /accounts/kv-account/r2/buckets/${attachmentsBucket}/objects/:id`]: ({ names: [id = ""] }) => {
        const content = files.get(id);
        if (!content) throw new ProviderRefusal(404, "The specified key does not exist.");
        return content;
      },
    });
  });
  afterAll(async () => {
    await cloudflare.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    spool.clear();
    files.clear();
    for (const file of await readdir(folder)) await rm(join(folder, file), { recursive: true });
    await database.asOwner(
      `truncate ${Object.keys(personalTables).filter((table) => !keptTables.includes(table))}`,
    );
  });

  /** Runs `npm run privacy -- …`. Returns its output and exit code. */
  async function privacy(args: string[], changes: Record<string, string> = {}) {
    const variables = {
      DATABASE_URL: database.ownerUrl,
      DATABASE_FETCH_ENDPOINT: database.endpoint,
      CLOUDFLARE_ACCOUNT_ID: "kv-account",
      CLOUDFLARE_API_TOKEN: "kv-token",
      CLOUDFLARE_API_BASE_URL: cloudflare.origin,
      ...changes,
    };
    const { code, output } = await runNode([command, ...args], variables, folder);
    return { code, output };
  }

  /**
   * Stores data of a person in every table and in the spool, with `mark` in every text. Returns the address, ids and
   * keys that identify the person.
   */
  async function leave(mark: string) {
    const email = `${mark}@cliente.example`;
    const [account, session, message, key] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const insert = (table: string, row: Row) => database.asOwner(...toInsert(table, row));
    const toBytes = (text: string) => `\\x${toHash(text)}`;
    const now = new Date();
    await insert("accounts", {
      id: account,
      email,
      password_hash: `$argon2id$secret-${mark}`,
      user_metadata: { name: mark },
    });
    await insert("profiles", { user_id: account });
    await insert("sessions", { id: session, account_id: account, user_agent: mark, city: mark });
    await insert("refresh_tokens", { token_hash: toBytes(`refresh ${mark}`), session_id: session });
    await insert("one_time_tokens", {
      token_hash: toBytes(`one-time ${mark}`),
      account_id: account,
      purpose: "recovery",
      email,
      expires_at: new Date(now.getTime() + 3_600_000),
    });
    await insert("passkeys", {
      id: randomUUID(),
      account_id: account,
      name: mark,
      sign_count: 0,
      trusted_from: now,
      credential_id: toBytes(mark),
      public_key: toBytes(mark),
    });
    await insert("recovery_codes", { code_hash: toBytes(`code ${mark}`), account_id: account });
    const byAccount = { account_id: account, session_id: session };
    await insert("account_events", { ...byAccount, kind: "signed_in", user_agent: mark });
    await insert("inbox_actions", { ...byAccount, action: "read", submission_ids: [randomUUID()] });
    await insert("contact_submissions", {
      id: message,
      name: mark,
      email: email.toUpperCase(),
      company: mark,
      phone: mark,
      message: mark,
    });
    await insert("conversation_entries", {
      ...{ submission_id: message, kind: "customer", text: mark, language: "es", state: "unanswered" },
    });
    await leaveFile(message, `${mark}.pdf`, Buffer.from(`the file of ${mark}`));
    await insert("reply_addresses", {
      ...{
        token_hash: toBytes(`reply ${mark}`),
        submission_id: message,
        role: "customer",
        kid: "a",
        generation: 0,
      },
    });
    await insert("conversation_participants", { submission_id: message, address_key: toBytes(email) });
    await insert("conversation_moves", {
      ...{ from_id: randomUUID(), to_id: message, submission: { name: mark, email }, moved: {} },
    });
    await insert("conversation_drafts", {
      ...{ submission_id: message, account_id: account, text: mark, revision: 1 },
    });
    await insert("contact_receipts", {
      idempotency_key: key,
      body_hash: toBytes("b"),
      submission_id: message,
      link_hash: toBytes(`link ${mark}`),
    });
    await insert("known_senders", { sender: toBytes(email), verdict: "trusted" });
    await insert("outgoing_mails", {
      id: randomUUID(),
      kind: "contact_notice",
      payload: { email: email.toUpperCase(), name: mark },
    });
    await insert("mail_alerts", { id: randomUUID(), kind: "address_failing", subject: email });
    const person = await findPerson(getConnection(), email);
    for (const attempt of person.attemptKeys) {
      await insert("attempt_limits", { key: `\\x${attempt}`, failures: 1 });
    }
    await insert("message_rates", { key: `\\x${person.rateKey}`, counted: 1, ends_at: now });
    await insert("privacy_events", {
      kind: "exported",
      asked_by: "sender",
      person: toBytes(email),
      counts: {},
    });
    spool.set(
      `contact/${randomUUID()}/${toHash(mark)}`,
      JSON.stringify({ id: key, message: { name: mark, email } }),
    );
    return {
      email,
      message,
      ids: [account, session, message],
      keys: [...person.attemptKeys, person.rateKey, toHash(email)],
    };
  }

  /** Stores a mail and an automatic mail of a participant in a message's conversation, with all that they leave. */
  async function leaveMails(submission_id: string, from_address: string, text: string): Promise<void> {
    const insert = (table: string, row: Row) => database.asOwner(...toInsert(table, row));
    const address_key = `\\x${toHash(from_address)}`;
    await insert("conversation_participants", { submission_id, address_key });
    const kinds = [
      { kind: "customer", sender: "verified", state: "unanswered" },
      { kind: "event", event: "automatic_reply" },
    ];
    for (const fields of kinds) {
      const id = randomUUID();
      const mail = { from_address, text, language: "es" };
      await insert("conversation_entries", { id, submission_id, ...mail, ...fields });
      const file = { name: `${text}.pdf`, type: "application/pdf", size: 1 };
      await insert("attachments", { id: randomUUID(), submission_id, entry_id: id, ...file });
      if (fields.kind === "customer")
        await insert("outgoing_mails", {
          ...{ id, kind: "reply_notice", submission_id },
          payload: { submission_id, name: from_address, text },
        });
    }
  }

  /** Stores a file of a message; without `content` the bucket lacks it. Returns its id. */
  async function leaveFile(submission_id: string, name: string, content?: Uint8Array): Promise<string> {
    const id = randomUUID();
    const row = { id, submission_id, name, type: "application/pdf", size: content?.byteLength ?? 1 };
    await database.asOwner(...toInsert("attachments", row));
    if (content) files.set(id, content);
    return id;
  }

  /** Stores a message with a file in the spool. Returns the id of the file. */
  function leaveWaitingFile(email: string, name: string, id: string = randomUUID()): string {
    const content = Buffer.from(`the file ${name}`);
    const file = { id, name, type: "application/pdf", size: content.byteLength };
    spool.set(
      `contact/${randomUUID()}/${toHash(name)}`,
      JSON.stringify({ id: randomUUID(), message: { name: "Ana", email }, files: [file] }),
    );
    files.set(id, content);
    return id;
  }

  const getConnection = () => ({ databaseUrl: database.ownerUrl, fetchEndpoint: database.endpoint });

  /** Returns every row of every table as text. */
  async function everything(except: string[] = []): Promise<string> {
    const tables = await database.asOwner(
      "select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      if (except.includes(String(name))) continue;
      const rows = await database.asOwner(`select to_jsonb(t)::text as row from ${name} t order by 1`);
      texts.push(...rows.map(({ row }) => `${name} ${row}`));
    }
    return texts.join("\n");
  }

  return {
    privacy,
    leave,
    leaveFile,
    leaveWaitingFile,
    leaveMails,
    everything,
    spool,
    /** Stores a sent acknowledgement of the person's messages. */
    leaveSentMail: (email: string) =>
      database.asOwner(
        `insert into outgoing_mails (id, kind, submission_id, sent_at)
         select gen_random_uuid(), 'contact_acknowledgement', id, now() from contact_submissions where lower(email) = $1`,
        [email],
      ),
    /** Returns the rows of a statement that runs as the owner. */
    asOwner: (query: string, values?: unknown[]) => database.asOwner(query, values),
    /** Makes the calls at Cloudflare fail that the rule selects. */
    breakCloudflare: (rule: Parameters<typeof cloudflare.breakWhere>[0]) => cloudflare.breakWhere(rule),
    /** Returns the folder in which the command runs. */
    getFolder: () => folder,
  };
}
