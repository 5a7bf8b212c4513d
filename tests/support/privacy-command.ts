import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { findPerson } from "#local/privacy/person.ts";
import { personalTables } from "#local/privacy/places.ts";
import { startTestDatabase, type TestDatabase } from "./database.ts";
import { runNode } from "./run-node.ts";

const command = fileURLToPath(new URL("../../local/commands/privacy.ts", import.meta.url));
// Audit tables cannot be emptied, and the search texts follow the messages.
const keptTables = ["account_events", "inbox_actions", "privacy_events", "submission_texts"];

export const toHash = (text: string) => createHash("sha256").update(text).digest("hex");

/** Prepares a database and a spool, empty before each test, and returns functions that run the command on them. */
export function preparePrivacyCommand() {
  const spool = new Map<string, string>();
  let database: TestDatabase;
  let cloudflare: Server;
  let folder: string;
  let compileCache: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vitrina-privacy-"));
    compileCache = await mkdtemp(join(tmpdir(), "vitrina-compiled-"));
    database = await startTestDatabase();
    cloudflare = createServer(answerAsCloudflare);
    await new Promise<void>((ready) => cloudflare.listen(0, "127.0.0.1", ready));
  });
  afterAll(async () => {
    cloudflare.close();
    await database.close();
    for (const directory of [folder, compileCache]) await rm(directory, { recursive: true, force: true });
  });
  beforeEach(async () => {
    spool.clear();
    for (const file of await readdir(folder)) await rm(join(folder, file));
    await database.asOwner(
      `truncate ${Object.keys(personalTables).filter((table) => !keptTables.includes(table))}`,
    );
  });

  /** Answers as the part of Cloudflare's API that reads and writes a KV namespace, with one key on a page. */
  function answerAsCloudflare(request: IncomingMessage, answer: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    if (request.headers.authorization !== "Bearer kv-token") return void answer.writeHead(403).end("{}");
    const [, resource, name = ""] =
      /^\/accounts\/kv-account\/storage\/kv\/namespaces\/\w+\/(keys|values)\/?(.*)$/.exec(pathname) ?? [];
    if (resource === "keys") {
      const names = [...spool.keys()].filter((key) => key.startsWith(searchParams.get("prefix") ?? ""));
      const offset = Number(searchParams.get("cursor") ?? 0);
      const cursor = names.length > offset + 1 ? String(offset + 1) : "";
      const result = names.slice(offset, offset + 1).map((name) => ({ name }));
      return void answer
        .writeHead(200)
        .end(JSON.stringify({ success: true, result, result_info: { cursor } }));
    }
    const key = decodeURIComponent(name);
    if (!spool.has(key)) return void answer.writeHead(404).end("{}");
    if (request.method === "DELETE") spool.delete(key);
    answer.writeHead(200).end(request.method === "DELETE" ? "{}" : spool.get(key));
  }

  /** Runs `npm run privacy -- …`. Returns its output and exit code. */
  async function privacy(args: string[], changes: Record<string, string> = {}) {
    const variables = {
      // Without a cache, each start of the command compiles its modules again.
      NODE_COMPILE_CACHE: compileCache,
      DATABASE_URL: database.ownerUrl,
      DATABASE_FETCH_ENDPOINT: database.endpoint,
      CLOUDFLARE_ACCOUNT_ID: "kv-account",
      CLOUDFLARE_API_TOKEN: "kv-token",
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(cloudflare.address() as AddressInfo).port}`,
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
    const run = (query: string, ...values: unknown[]) => database.asOwner(query, values);
    await run(
      `insert into accounts (id, email, password_hash, user_metadata) values ($1, $2, $3, jsonb_build_object('name', $4::text))`,
      account,
      email,
      `$argon2id$secret-${mark}`,
      mark,
    );
    await run("insert into profiles (user_id) values ($1)", account);
    await run(
      "insert into sessions (id, account_id, user_agent, city) values ($1, $2, $3, $3)",
      session,
      account,
      mark,
    );
    await run(
      "insert into refresh_tokens (token_hash, session_id) values (sha256(convert_to($1, 'UTF8')), $2)",
      `refresh ${mark}`,
      session,
    );
    await run(
      `insert into one_time_tokens (token_hash, account_id, purpose, email, expires_at)
       values (sha256(convert_to($1, 'UTF8')), $2, 'recovery', $3, now() + interval '1 hour')`,
      `one-time ${mark}`,
      account,
      email,
    );
    await run(
      `insert into passkeys (id, account_id, credential_id, public_key, sign_count, name, answered_until)
       values (gen_random_uuid(), $1, sha256(convert_to($2, 'UTF8')), sha256(convert_to($2, 'UTF8')), 0, $2, now())`,
      account,
      mark,
    );
    await run(
      "insert into recovery_codes (code_hash, account_id) values (sha256(convert_to($1, 'UTF8')), $2)",
      `code ${mark}`,
      account,
    );
    await run(
      "insert into account_events (account_id, kind, session_id, user_agent) values ($1, 'signed_in', $2, $3)",
      account,
      session,
      mark,
    );
    await run(
      `insert into inbox_actions (account_id, session_id, action, submission_ids)
       values ($1, $2, 'read', array[gen_random_uuid()])`,
      account,
      session,
    );
    await run(
      `insert into contact_submissions (id, name, email, company, phone, message) values ($1, $2, $3, $2, $2, $2)`,
      message,
      mark,
      email.toUpperCase(),
    );
    await run(
      "insert into contact_receipts (idempotency_key, body_hash, submission_id, link_hash) values ($1, sha256('b'), $2, sha256(convert_to($3, 'UTF8')))",
      key,
      message,
      `link ${mark}`,
    );
    await run("insert into known_senders (sender, verdict) values (sender_key($1), 'trusted')", email);
    await run(
      "insert into outgoing_mails (id, kind, payload) values (gen_random_uuid(), 'contact_notice', jsonb_build_object('email', $1::text, 'name', $2::text))",
      email.toUpperCase(),
      mark,
    );
    await run(
      "insert into mail_alerts (id, kind, subject) values (gen_random_uuid(), 'address_failing', $1)",
      email,
    );
    const person = await findPerson(getConnection(), email);
    for (const attempt of person.attemptKeys) {
      await run("insert into attempt_limits (key, failures) values (decode($1, 'hex'), 1)", attempt);
    }
    await run("insert into message_rates values (decode($1, 'hex'), 1, now())", person.rateKey);
    await run(
      "insert into privacy_events (kind, asked_by, person, counts) values ('exported', 'sender', sender_key($1), '{}')",
      email,
    );
    spool.set(
      `contact/${randomUUID()}/${toHash(mark)}`,
      JSON.stringify({ id: key, message: { name: mark, email } }),
    );
    return {
      email,
      ids: [account, session, message],
      keys: [...person.attemptKeys, person.rateKey, toHash(email)],
    };
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
    everything,
    spool,
    /** Returns the rows of a statement that runs as the owner. */
    asOwner: (query: string, values?: unknown[]) => database.asOwner(query, values),
    /** Returns the folder in which the command runs. */
    getFolder: () => folder,
  };
}
