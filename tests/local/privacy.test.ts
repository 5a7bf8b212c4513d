import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { spoolIdOf } from "#local/build/spool-id.ts";
import { findPerson } from "#local/privacy/person.ts";
import { impersonal, type Place, places } from "#local/privacy/places.ts";
import { findWaiting, openSpools } from "#local/privacy/spool.ts";
import { startTestDatabase, type TestDatabase } from "../support/database.ts";

const command = fileURLToPath(new URL("../../local/commands/privacy.ts", import.meta.url));
// The audits cannot be emptied, and what searches read follows the messages.
const keptTables = ["account_events", "privacy_events", "submission_texts"];
const spool = new Map<string, string>();
let database: TestDatabase;
let cloudflare: Server;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrina-privacy-"));
  database = await startTestDatabase();
  cloudflare = createServer(answerAsCloudflare);
  await new Promise<void>((ready) => cloudflare.listen(0, "127.0.0.1", ready));
});
afterAll(async () => {
  cloudflare.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  spool.clear();
  for (const file of await readdir(folder)) await rm(join(folder, file));
  await database.asOwner(`truncate ${Object.keys(places).filter((table) => !keptTables.includes(table))}`);
});

/** The part of Cloudflare's API that reads and writes a KV namespace, one key a page. */
function answerAsCloudflare(request: IncomingMessage, answer: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
  if (request.headers.authorization !== "Bearer kv-token") return void answer.writeHead(403).end("{}");
  const [, what, name = ""] =
    /^\/accounts\/kv-account\/storage\/kv\/namespaces\/\w+\/(keys|values)\/?(.*)$/.exec(pathname) ?? [];
  if (what === "keys") {
    const names = [...spool.keys()].filter((key) => key.startsWith(searchParams.get("prefix") ?? ""));
    const from = Number(searchParams.get("cursor") ?? 0);
    const cursor = names.length > from + 1 ? String(from + 1) : "";
    const result = names.slice(from, from + 1).map((name) => ({ name }));
    return void answer.writeHead(200).end(JSON.stringify({ success: true, result, result_info: { cursor } }));
  }
  const key = decodeURIComponent(name);
  if (!spool.has(key)) return void answer.writeHead(404).end("{}");
  if (request.method === "DELETE") spool.delete(key);
  answer.writeHead(200).end(request.method === "DELETE" ? "{}" : spool.get(key));
}

/** `npm run privacy -- …`: what it printed, and how it ended. */
async function privacy(args: string[], changes: Record<string, string> = {}) {
  const env = {
    ...process.env,
    DATABASE_URL: database.ownerUrl,
    DATABASE_FETCH_ENDPOINT: database.endpoint,
    CLOUDFLARE_ACCOUNT_ID: "kv-account",
    CLOUDFLARE_API_TOKEN: "kv-token",
    CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(cloudflare.address() as AddressInfo).port}`,
    ...changes,
  };
  return promisify(execFile)(process.execPath, [command, ...args], { env, cwd: folder }).then(
    ({ stdout }) => ({ code: 0, output: stdout.trim() }),
    (error) => ({ code: error.code, output: (error.stdout + error.stderr).trim() }),
  );
}

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

/** Leaves something of a person in every place; `mark` is in every text of theirs. Answers with what else would be known again. */
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
  const person = await findPerson(address(), email);
  for (const attempt of person.attemptKeys) {
    await run("insert into attempt_limits (key, failures) values (decode($1, 'hex'), 1)", attempt);
  }
  await run("insert into message_rates values (decode($1, 'hex'), 1, now())", person.rateKey);
  await run(
    "insert into privacy_events (kind, asked_by, person, counts) values ('exported', 'sender', sender_key($1), '{}')",
    email,
  );
  spool.set(
    `contact/${randomUUID()}/${hash(mark)}`,
    JSON.stringify({ id: key, message: { name: mark, email } }),
  );
  return {
    email,
    ids: [account, session, message],
    keys: [...person.attemptKeys, person.rateKey, hash(email)],
  };
}
const address = () => ({ databaseUrl: database.ownerUrl, fetchEndpoint: database.endpoint });

/** Every row of every table, as text. */
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
async function exported(email: string) {
  const { code, output } = await privacy(["export", email]);
  expect([code, output]).toEqual([0, expect.any(String)]);
  const [file = "", ...more] = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  expect(more).toEqual([]);
  const path = join(folder, file);
  return { output, path, text: await readFile(path, "utf8") };
}

describe("where a person is", () => {
  test("is decided of every table, and of every column of those that have anything", async () => {
    const rows = await database.asOwner(
      `select relname::text as table, array_agg(attname::text order by attname) as columns
       from pg_class join pg_attribute on attrelid = pg_class.oid
       where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped group by 1`,
    );
    const inCatalogue = new Map(rows.map(({ table, columns }) => [String(table), columns as string[]]));
    expect([...inCatalogue.keys()].sort()).toEqual([...Object.keys(places), ...impersonal].sort());
    for (const [table, { told, withheld }] of Object.entries<Place>(places)) {
      expect([table, [...told, ...withheld].sort()]).toEqual([table, inCatalogue.get(table)?.toSorted()]);
    }
  });

  test("no secret, nor the hash of one, is among what is told", () => {
    for (const [table, { told }] of Object.entries<Place>(places)) {
      expect([table, told.filter((column) => /hash|hmac|secret|key$|credential/.test(column))]).toEqual([
        table,
        [],
      ]);
    }
  });
});

describe("npm run privacy -- export", () => {
  test("writes all of it into one file, which only its owner reads, and none of anyone else", async () => {
    const { email } = await leave("ana");
    await leave("luz");
    const { text, path, output } = await exported(` ${email.toUpperCase()}`.trim());
    const { kept, ...head } = JSON.parse(text);
    expect(head).toEqual({ format: "vitrina-privacy-1", email, exported_at: expect.any(String) });
    expect(Object.keys(kept).sort()).toEqual([...Object.keys(places), "waiting_messages"].sort());
    for (const [place, rows] of Object.entries<unknown[]>(kept)) {
      expect([place, rows.length]).toEqual([place, place === "attempt_limits" ? 8 : 1]);
      expect(output).toContain(`${place}  ${rows.length}`);
    }
    expect(text).not.toContain("luz");
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe("600");
  });

  test("has no secret in it", async () => {
    const { email, keys } = await leave("ana");
    const { text } = await exported(email);
    const secrets = ["refresh ana", "one-time ana", "code ana", "link ana"].flatMap((secret) => [
      secret,
      hash(secret),
    ]);
    for (const secret of [...secrets, ...keys, "argon2id"]) expect(text).not.toContain(secret);
  });

  test("changes nothing but the audit, which knows a hash of the address and counts", async () => {
    const { email } = await leave("ana");
    const before = await everything(["privacy_events"]);
    await exported(email);
    expect(await everything(["privacy_events"])).toBe(before);
    const [event] = await database.asOwner(
      "select kind, counts, to_jsonb(e)::text as whole from privacy_events e where asked_by = 'operator' and person = sender_key($1)",
      [email],
    );
    expect(event).toMatchObject({ kind: "exported", counts: { accounts: 1, contact_submissions: 1 } });
    expect(event?.whole).not.toContain("ana");
  });

  test("says so of who is not known", async () => {
    expect(await privacy(["export", "nadie@cliente.example"])).toEqual({
      code: 0,
      output: "Nothing is kept of nadie@cliente.example.",
    });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("npm run privacy -- erase", () => {
  test("leaves nothing of the person, by text, id or hash, and everything of everyone else", async () => {
    const another = await leave("luz");
    const bystanders = await everything(["privacy_events", "inbox_totals", "account_events"]);
    const { email, ids, keys } = await leave("berta");
    const { code, output } = await privacy(["erase", email]);
    expect([code, output]).toEqual([0, expect.stringContaining(`What was kept of ${email} is erased:`)]);
    for (const place of [
      "accounts",
      "sessions",
      "contact_submissions",
      "account_events",
      "waiting_messages",
    ]) {
      expect(output).toContain(`  ${place}  1`);
    }
    const left = await everything(["privacy_events", "contact_receipts"]);
    for (const trace of ["berta", "BERTA", ...ids, ...keys]) expect(left).not.toContain(trace);
    expect(left).toContain(another.email);
    const [receipts] = await database.asOwner("select count(*)::int as count from contact_receipts");
    expect(receipts).toEqual({ count: 2 });
    const after = await everything(["privacy_events", "inbox_totals", "account_events"]);
    for (const row of bystanders.split("\n")) expect(after).toContain(row);
    expect([...spool.values()].join()).not.toContain("berta");
    expect(spool.size).toBe(1);
  });

  test("a second time finds nothing, and adds nothing to the audit", async () => {
    const { email } = await leave("caro");
    await privacy(["erase", email]);
    const events = () =>
      database.asOwner(
        "select kind, counts from privacy_events where asked_by = 'operator' and person = sender_key($1)",
        [email],
      );
    expect(await events()).toMatchObject([{ kind: "erased", counts: { accounts: 1, sessions: 1 } }]);
    expect(await privacy(["erase", email])).toEqual({ code: 0, output: `Nothing is kept of ${email}.` });
    expect(await events()).toHaveLength(1);
  });

  test("erases none of it when one part of it fails", async () => {
    const { email } = await leave("dora");
    const before = await everything();
    await database.asOwner(
      `create function fails() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    );
    await database.asOwner(
      "create trigger fails before delete on known_senders for each row execute function fails()",
    );
    expect((await privacy(["erase", email])).code).toBe(1);
    expect(await everything()).toBe(before);
    await database.asOwner("drop function fails cascade");
    expect((await privacy(["erase", email])).code).toBe(0);
  });

  test.each([
    [false, "is an administrator, and nothing was erased"],
    [true, "is the only administrator, and nothing was erased: make someone else one"],
  ])("refuses an administrator (the only one: %s), until the role was taken away", async (only, sentence) => {
    const { email } = await leave("eva");
    await leave("otra");
    await database.asOwner(`update profiles set role = 'admin'
      where user_id in (select id from accounts where email = 'eva@cliente.example' or not ${only})`);
    const before = await everything();
    const refused = await privacy(["erase", email]);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(`${email} ${sentence}`)]);
    expect(refused.output.split("\n")).toHaveLength(1);
    expect(await everything()).toBe(before);
    expect(spool.size).toBe(2);
    await database.asOwner("update profiles set role = 'user'");
    expect((await privacy(["erase", email])).code).toBe(0);
  });

  test("the audit of accounts lets itself be changed by nothing else", async () => {
    await leave("flor");
    await expect(database.asOwner("delete from account_events")).rejects.toMatchObject({ code: "23001" });
    await expect(database.asOwner("update privacy_events set counts = '{}'")).rejects.toMatchObject({
      code: "23001",
    });
    await expect(database.asOwner("delete from privacy_events")).rejects.toMatchObject({ code: "23001" });
  });
});

describe("what cannot be done is said in one sentence", () => {
  test.each([
    [[], {}, "Say what to do"],
    [["erase"], {}, "Say what to do"],
    [["toString", "a@b.example"], {}, "Say what to do"],
    [["erase", "nobody"], {}, "nobody is no email address."],
    [["erase", "a@b.example"], { CLOUDFLARE_API_TOKEN: "" }, "CLOUDFLARE_API_TOKEN are not set"],
    [["erase", "a@b.example"], { CLOUDFLARE_API_TOKEN: "x" }, "Cloudflare's KV answers 403"],
  ])("%j %j", async (args, changes, sentence) => {
    const { code, output } = await privacy(args, changes);
    expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
    expect(output.split("\n")).toHaveLength(1);
  });
});

test("on this machine messages are found where the product keeps them, also while it holds them open", async () => {
  const state = await mkdtemp(join(tmpdir(), "vitrina-spool-"));
  const running = new Miniflare({
    ...{ modules: true, script: "export default {}", cf: false },
    kvNamespaces: { SPOOL: await spoolIdOf("wrangler.toml") },
    kvPersist: `${state}/edge/v3/kv`,
  });
  const kept = await running.getKVNamespace("SPOOL");
  const waits = { message: { name: "Gabi", email: "Gabi@cliente.example" } };
  await kept.put("contact/1/a", JSON.stringify(waits));
  await kept.put("contact/2/b", JSON.stringify({ message: { email: "ana@cliente.example" } }));
  await kept.put("contact/3/c", '{"broken": "gabi@cliente.example"');
  const before = { ...process.env };
  process.env.LOCAL_STATE = state;
  delete process.env.DATABASE_URL;
  const spools = await openSpools();
  Object.assign(process.env, before);
  const found = await findWaiting(spools, "gabi@cliente.example");
  expect(found.map(({ message }) => message)).toEqual([waits.message, '{"broken": "gabi@cliente.example"']);
  for (const { remove } of found) await remove();
  expect((await kept.list()).keys.map(({ name }) => name)).toEqual(["contact/2/b"]);
  await Promise.all(spools.map((opened) => opened.close()));
  await running.dispose();
  await rm(state, { recursive: true, force: true });
});
