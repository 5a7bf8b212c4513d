import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { neon } from "@neondatabase/serverless";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkBackup, writeBackup } from "#local/backup/archive.ts";
import { nameOf } from "#local/backup/names.ts";
import { createSigningKeys, openSigner, openVerifier } from "#local/backup/signature.ts";
import { restoredTables, treatments } from "#local/backup/tables.ts";
import { openClient } from "#local/neon/client.ts";
import { startDatabase } from "#local/neon/server.ts";
import { findPerson } from "#local/privacy/person.ts";
import { eraseRecords } from "#local/privacy/records.ts";
import { freePorts } from "#local/processes/ports.ts";
import { readSecrets } from "#local/secrets.ts";
import { startBucket } from "../../support/bucket.ts";
import { findEndpointsByPort, startTestDatabase, type TestDatabase } from "../../support/database.ts";
import { createDatabase, postgresUrl } from "../../support/postgres-server.ts";
import { administrator, seedPeople, visitor } from "../../support/seeded-people.ts";

// PGlite is slow, so it gets fewer rows. It is the same Postgres.
const servers = [
  { name: "PGlite", server: null, letters: 1_000 },
  ...(postgresUrl ? [{ name: "PostgreSQL", server: postgresUrl, letters: 10_000 }] : []),
];

describe.each(servers)("a backup of $name", { timeout: 240_000 }, ({ server, letters }) => {
  let database: TestDatabase;
  let bucket: Awaited<ReturnType<typeof startBucket>>;
  let folder: string;
  let keys: Record<string, string>;
  let lakePort: number;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vitrina-drill-"));
    [lakePort = 0] = await freePorts(1);
    database = await startTestDatabase(server);
    bucket = await startBucket();
    const identity = await generateX25519Identity();
    const { signingKey, verifyingKey } = createSigningKeys();
    keys = {
      BACKUP_IDENTITY: identity,
      BACKUP_RECIPIENT: await identityToRecipient(identity),
      BACKUP_SIGNING_KEY: signingKey,
      BACKUP_VERIFYING_KEY: verifyingKey,
    };
    await seedPeople(database);
    await fill(database, letters);
  });
  afterAll(async () => {
    await bucket.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs `npm run NAME -- …` with Node or another program; returns its exit code and output. */
  async function run(
    name: string,
    args: string[],
    changes: Record<string, string> = {},
    [program = "", ...before]: string[] = [process.execPath],
  ) {
    const env = {
      ...process.env,
      ...bucket.environment,
      ...keys,
      LAKE_PORT: String(lakePort),
      LOCAL_STATE: join(folder, "source"),
      SANITY_PROJECT_ID: "",
      ...{
        DATABASE_URL: name === "backup" ? database.backupUrl : database.ownerUrl,
        DATABASE_FETCH_ENDPOINT: database.endpoint,
        TMPDIR: await ownTemp(),
      },
      ...changes,
    };
    return promisify(execFile)(program, [...before, `local/commands/${name}.ts`, ...args], { env }).then(
      ({ stdout }) => ({ code: 0, output: stdout.trim() }),
      (error) => ({ code: error.code, output: (error.stdout + error.stderr).trim() }),
    );
  }
  const ownTemp = () => mkdtemp(join(folder, "temp-"));
  const restoreInto = (state: string, changes: Record<string, string> = {}, at = "latest") =>
    run("restore", ["--at", at], { LOCAL_STATE: join(folder, state), ...changes });

  /** Lists the temporary backup files that commands left behind. */
  async function leftBehind(): Promise<string[]> {
    const temps = (await readdir(folder)).filter((entry) => entry.startsWith("temp-"));
    const entries = await Promise.all(temps.map((temp) => readdir(join(folder, temp))));
    return entries.flat().filter((entry) => entry.startsWith("vitrina-backup-"));
  }
  /** Stores the newest backup in a file and returns its path. */
  async function downloaded(): Promise<string> {
    const file = join(folder, "downloaded.age");
    await writeFile(file, [...bucket.objects].at(-1)?.[1] ?? "");
    return file;
  }

  /** Returns the rows of queries in the database of a restored state. */
  async function ask(state: string, ...questions: string[]): Promise<Record<string, unknown>[][]> {
    const { ownerPassword, edgePassword, backupPassword } = await readSecrets(join(folder, state));
    const restored = await startDatabase({
      port: 0,
      dataDirectory: join(folder, state, "database"),
      ownerPassword,
      edgePassword,
      backupPassword,
    });
    // An earlier query may have configured the driver for another endpoint.
    findEndpointsByPort();
    const { query } = neon(restored.ownerUrl);
    return Promise.all(questions.map((question) => query(question))).finally(restored.close);
  }

  test("has a treatment for every table", async () => {
    const rows = await database.asOwner("select tablename from pg_tables where schemaname = 'public'");
    expect(Object.keys(treatments).sort()).toEqual(rows.map(({ tablename }) => tablename).sort());
  });

  test("restores the same rows and hashes, and the content, but no session", async () => {
    const taken = await run("backup", []);
    expect(taken).toMatchObject({ code: 0 });
    expect([...bucket.objects.keys()]).toHaveLength(1);
    expect([...bucket.objects.values()][0]?.includes("person 77 of the drill")).toBe(false);
    const restored = await restoreInto("whole");

    expect(restored).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        / documents in [\d.]+ s, 0 differences\.\nLOCAL_STATE=\S+ npm start serves it\.$/,
      ),
    });
    const counted = restoredTables.map(
      (table) => `select '${table}' as name, count(*)::int as n from ${table}`,
    );
    const counts = await database.asOwner(counted.join(" union all "));
    const others = ["sessions", "one_time_tokens", "outgoing_mails", "recovery_codes"];
    const rowsOf = others.map((table) => `select '${table}' as name from ${table}`);
    expect(await ask("whole", counted.join(" union all "), ...rowsOf)).toEqual([
      counts,
      ...others.map(() => []),
    ]);
    expect(counts.find(({ name }) => name === "contact_submissions")?.n).toBe(letters);
    for (const rows of rowsOf) expect((await database.asOwner(rows)).length).toBeGreaterThan(0);
  });

  /** Makes a backup and returns its migrations and tables. */
  async function backUp(changes: Record<string, string>) {
    const to = await ownTemp();
    expect(await run("backup", ["--to", to], changes)).toMatchObject({ code: 0 });
    const [name = ""] = await readdir(to);
    const verify = openVerifier(keys.BACKUP_VERIFYING_KEY);
    const { migrations, tables } = await checkBackup(join(to, name), String(keys.BACKUP_IDENTITY), verify);
    return { migrations, tables };
  }

  test("is the same from the role backup, from the owner, and from the restored product without DATABASE_URL", async () => {
    const backup = await backUp({ DATABASE_URL: database.backupUrl });
    expect(await backUp({ DATABASE_URL: database.ownerUrl })).toEqual(backup);
    const state = join(folder, "whole");
    const restored = await startDatabase({
      port: 0,
      dataDirectory: join(state, "database"),
      ...(await readSecrets(state)),
    });
    const local = { DATABASE_URL: "", DATABASE_FETCH_ENDPOINT: "", DATABASE_PORT: String(restored.port) };
    expect(await backUp({ ...local, LOCAL_STATE: state }).finally(restored.close)).toEqual(backup);
  });

  test("does not overwrite an existing state", async () => {
    const { code, output } = await restoreInto("whole");
    expect([code, output]).toEqual([1, expect.stringContaining("nothing was changed")]);
  });

  test("does not restore an erased person, a message that its sender erased, or a deleted account", async () => {
    await database.asOwner(
      "insert into contact_submissions (id, name, email, message) values (gen_random_uuid(), 'Eva', 'Eva@example.com', 'Hola a todos')",
    );
    const [account] = await database.asOwner("select id from accounts where email = $1", [visitor.email]);
    expect(await run("backup", [])).toMatchObject({ code: 0 });
    const address = { databaseUrl: database.ownerUrl, fetchEndpoint: database.endpoint };
    await eraseRecords(address, await findPerson(address, "eva@example.com"));
    const [letter] = await database.asOwner(
      "select id, email from contact_submissions where name = 'person 77 of the drill'",
    );
    await database.asOwner("delete from contact_submissions where id = $1", [letter?.id]);
    await database.asOwner(
      "insert into privacy_events (kind, asked_by, person, counts) values ('erased', 'sender', sender_key($1), '{\"contact_submissions\": 1}')",
      [letter?.email],
    );
    await database.asOwner("delete from accounts where id = $1", [account?.id]);
    await database.asOwner("insert into account_events (account_id, kind) values ($1, 'account_deleted')", [
      account?.id,
    ]);
    const restored = await restoreInto("erased");
    expect(restored).toMatchObject({
      code: 0,
      output: expect.stringContaining("Erased again: 1 people, 1 messages, 1 accounts"),
    });
    const [[left] = []] = await ask(
      "erased",
      `select (select count(*)::int from contact_submissions where lower(email) = 'eva@example.com' or id = '${letter?.id}') as letters,
        (select count(*)::int from accounts where id = '${account?.id}') as accounts,
        (select unread + read + spam = (select count(*) from contact_submissions) from inbox_totals) as agree`,
    );
    expect(left).toEqual({ letters: 0, accounts: 0, agree: true });
  });

  test("does not restore a revoked role, passkey, password or address, or sign-in without a passkey", async () => {
    const [admin] = await database.asOwner("select id from accounts where email = $1", [administrator.email]);
    const other = "11111111-1111-4111-8111-111111111111";
    const passkey = "22222222-2222-4222-8222-222222222222";
    await database.asOwner(
      "insert into accounts (id, email, password_hash, email_confirmed_at) values ($1, 'sole@example.com', '$argon2id$old', now())",
      [other],
    );
    await database.asOwner(
      "insert into profiles (user_id, role) values ($1, 'admin') on conflict (user_id) do update set role = 'admin'",
      [other],
    );
    await database.asOwner(
      `insert into passkeys (id, account_id, credential_id, public_key, sign_count, answered_until)
       values ($1, $2, sha256('drill'), sha256('drill'), 0, now())`,
      [passkey, other],
    );
    expect(await run("backup", [])).toMatchObject({ code: 0 });
    await database.asOwner("update profiles set role = 'user' where user_id = $1", [other]);
    await database.asOwner("delete from passkeys where id = $1", [passkey]);
    await database.asOwner(
      "update accounts set password_hash = '$argon2id$new', email = 'new@example.com' where id = $1",
      [other],
    );
    await database.asOwner("update sign_in_rules set administrators_need_passkeys = true");
    expect(await restoreInto("revoked")).toMatchObject({
      code: 0,
      output: expect.stringContaining(
        "Taken away again: 1 administrators, 1 passkeys, 1 passwords or addresses, 0 accounts.",
      ),
    });
    const [rows = []] = await ask(
      "revoked",
      `select (select role from profiles where user_id = '${other}') as role,
        (select role from profiles where user_id = '${admin?.id}') as administrator,
        (select count(*)::int from passkeys where id = '${passkey}') as passkeys,
        (select password_hash || ' ' || email from accounts where id = '${other}') as credentials,
        (select administrators_need_passkeys from sign_in_rules) as rule`,
    );
    expect(rows).toEqual([
      {
        role: "user",
        administrator: "admin",
        passkeys: 0,
        rule: true,
        credentials: "$argon2id$new new@example.com",
      },
    ]);
  });

  test("names the fault: no backup of that time, another identity, a damaged file, half a file", async () => {
    const [name = "", whole = Buffer.alloc(0)] = [...bucket.objects].at(-1) ?? [];
    expect(await restoreInto("early", {}, "2020-01-01T00:00:00Z")).toMatchObject({
      ...{
        code: 1,
        output: expect.stringMatching(
          /^There is no backup of 2020-01-01T00:00:00Z or before: the oldest is of /,
        ),
      },
    });
    expect(await restoreInto("other", { BACKUP_IDENTITY: await generateX25519Identity() })).toEqual({
      ...{
        code: 1,
        output: "BACKUP_IDENTITY does not open this backup: it was made for another BACKUP_RECIPIENT.",
      },
    });
    const flipped = Buffer.from(whole);
    flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1;
    for (const broken of [flipped, whole.subarray(0, whole.length >> 1)]) {
      bucket.objects.set(name, broken);
      expect(await restoreInto("broken")).toEqual({
        code: 1,
        output: "This backup is damaged: take the one before it.",
      });
    }
    bucket.objects.set(name, whole);
    for (const state of ["early", "other", "broken"]) expect(await readdir(folder)).not.toContain(state);
  });

  test("is never stored in part when the upload breaks off or the bucket changes the file", async () => {
    const names = [...bucket.objects.keys()];
    bucket.faults.cutAt = 1000;
    expect(await run("backup", [])).toMatchObject({
      code: 1,
      output: expect.stringContaining("or broke off"),
    });
    delete bucket.faults.cutAt;
    bucket.faults.spoils = true;
    expect(await run("backup", [])).toMatchObject({
      code: 1,
      output: expect.stringContaining("nothing was kept"),
    });
    delete bucket.faults.spoils;
    expect(await run("backup", [], { BACKUP_S3_SECRET: "another" })).toEqual({
      code: 1,
      output: expect.stringContaining("403 SignatureDoesNotMatch"),
    });
    expect([...bucket.objects.keys()]).toEqual(names);
    expect(await leftBehind()).toEqual([]);
  });

  test("is never stored in part when the database breaks off", async () => {
    const names = [...bucket.objects.keys()];
    const cut = await cuttingAfter(200_000, database.port);
    const taken = await run("backup", [], { DATABASE_FETCH_ENDPOINT: `http://localhost:${cut.port}/sql` });
    cut.close();
    expect(taken).toMatchObject({ code: 1, output: expect.not.stringContaining(".age:") });
    expect([...bucket.objects.keys()]).toEqual(names);
    expect(await leftBehind()).toEqual([]);
  });

  test("is never stored or restored in part when the disk is full", async () => {
    const names = [...bucket.objects.keys()];
    // Limits file sizes, in blocks of 512 bytes. The download exceeds the small limit, a database file the large one.
    const full = (blocks: number) => ["sh", "-c", `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath];
    const tooLarge = { code: 1, output: expect.stringMatching(/EFBIG|too large/) };
    expect(await run("backup", [], {}, full(64))).toMatchObject(tooLarge);
    expect([...bucket.objects.keys()]).toEqual(names);
    const state = { LOCAL_STATE: join(folder, "full") };
    const restore = (blocks: number) => run("restore", ["--at", "latest"], state, full(blocks));
    expect(await restore(64)).toMatchObject(tooLarge);
    expect(await restore(8192)).toMatchObject({
      code: 1,
      output: expect.stringContaining("most likely because the disk is full"),
    });
    expect(await readdir(folder)).not.toContain("full");
    expect(await leftBehind()).toEqual([]);
  });

  test("is rejected as a whole without the signature of the site", async () => {
    const other = createSigningKeys().verifyingKey;
    expect(await restoreInto("foreign", { BACKUP_VERIFYING_KEY: other })).toEqual({
      code: 1,
      output:
        "This backup was not made by this site: BACKUP_VERIFYING_KEY does not verify its signature. Take another one.",
    });
    expect(await readdir(folder)).not.toContain("foreign");
  });

  test("of a newer release is rejected, and nothing is changed", async () => {
    const { migrations } = await checkBackup(
      await downloaded(),
      String(keys.BACKUP_IDENTITY),
      openVerifier(keys.BACKUP_VERIFYING_KEY),
    );
    async function* rows() {
      for (const name of [...migrations, "9999_of_a_later_release.sql"]) {
        yield { table: "schema_migrations", row: JSON.stringify({ name }) };
      }
    }
    async function* files() {}
    const takenAt = new Date();
    const later = join(folder, "later");
    await mkdir(later);
    await writeBackup(join(later, nameOf(takenAt)), {
      rows: rows(),
      files: files(),
      takenAt,
      recipient: String(keys.BACKUP_RECIPIENT),
      sign: openSigner(keys.BACKUP_SIGNING_KEY),
    });
    expect(
      await run("restore", ["--at", "latest", "--from", later], { LOCAL_STATE: join(folder, "newer") }),
    ).toEqual({
      code: 1,
      output:
        "The backup has the migration 9999_of_a_later_release.sql, which this code does not: check out the release that made it, or a newer one.",
    });
    expect(await readdir(folder)).not.toContain("newer");
  });

  test("can go into a folder, which only its owner may read", async () => {
    const to = join(folder, "kept");
    expect(await run("backup", ["--to", to])).toMatchObject({ code: 0 });
    expect((await stat(to)).mode & 0o777).toBe(0o700);
    const [name = ""] = await readdir(to);
    expect((await stat(join(to, name))).mode & 0o777).toBe(0o600);
    const listed = await run("restore", ["--from", to, "--dry-run"]);
    expect(listed).toEqual({ code: 0, output: expect.stringContaining(name) });
  });

  test("is stored in a locked bucket, too, and names the expired backup that stays", async () => {
    const old = nameOf(new Date("2020-01-01T00:00:00Z"));
    bucket.objects.set(old, Buffer.from("old"));
    bucket.faults.isLocked = true;
    expect(await run("backup", [])).toMatchObject({
      code: 0,
      output: expect.stringContaining(`${old} is past its time, and the bucket does not let it be removed`),
    });
    delete bucket.faults.isLocked;
    bucket.objects.delete(old);
  });

  test.runIf(server)("is restored into an empty database of a server, and into no other", async () => {
    const target = await createDatabase(server ?? "");
    try {
      const into = { RESTORE_DATABASE_URL: target.url, LOCAL_STATE: join(folder, "beside") };
      expect(await restoreInto("beside", into)).toMatchObject({
        code: 0,
        output: expect.stringContaining("0 differences"),
      });
      const again = await restoreInto("beside-2", { ...into, LOCAL_STATE: join(folder, "beside-2") });
      expect(again).toMatchObject({ code: 1, output: expect.stringContaining("The database is not empty") });
      const client = await openClient(target.url);
      const { rows } = await client.query("select from pg_trigger where tgenabled = 'D'");
      expect(rows).toEqual([]);
      await client.end();
    } finally {
      await target.drop();
    }
  });

  test("is not replayed into the current database", async () => {
    const both = { DATABASE_URL: database.ownerUrl, RESTORE_DATABASE_URL: database.ownerUrl };
    expect(await run("restore", ["--replay"], both)).toEqual({
      code: 1,
      output: "RESTORE_DATABASE_URL is the current database, and nothing was changed: name the branch.",
    });
  });

  test.runIf(server)("of Neon itself keeps no session, code, token or mail after a replay", async () => {
    const [current, branch] = [await createDatabase(server ?? ""), await createDatabase(server ?? "")];
    try {
      for (const [state, { url }] of Object.entries({ current, branch })) {
        const restored = await restoreInto(state, { RESTORE_DATABASE_URL: url });
        expect(restored).toMatchObject({ code: 0 });
      }
      const client = await openClient(branch.url);
      await client.query("insert into sessions (id, account_id) select gen_random_uuid(), id from accounts");
      await client.query(
        `insert into outgoing_mails (id, kind, payload) values (gen_random_uuid(), 'contact_notice', '{"email": "a@example.com"}')`,
      );
      const urls = { DATABASE_URL: current.url, RESTORE_DATABASE_URL: branch.url };
      expect(await run("restore", ["--replay"], urls)).toMatchObject({
        code: 0,
        output: expect.stringContaining(
          "Taken away again: 0 administrators, 0 passkeys, 0 passwords or addresses, 0 accounts.",
        ),
      });
      const { rows } = await client.query(
        "select (select count(*)::int from sessions) as sessions, (select count(*)::int from outgoing_mails) as mails",
      );
      expect(rows).toEqual([{ sessions: 0, mails: 0 }]);
      await client.end();
    } finally {
      await current.drop();
      await branch.drop();
    }
  });
});

/** Starts a proxy to a local port, which ends each connection after so many bytes of answers. */
async function cuttingAfter(bytes: number, port: number): Promise<{ port: number; close(): void }> {
  const server = createServer((near) => {
    const far = connect(port, "localhost");
    let seen = 0;
    far.on("data", (chunk: Buffer) => {
      seen += chunk.length;
      if (seen > bytes) near.destroy();
      else near.write(chunk);
    });
    near.pipe(far);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on("error", () => {});
      one.on("close", () => other.destroy());
    }
  }).listen(0, "localhost");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}

/** Inserts so many messages, and rows into tables with each treatment of a backup. */
async function fill(database: TestDatabase, letters: number): Promise<void> {
  await database.asOwner(
    `insert into contact_submissions (id, name, email, phone, message, read, created_at)
     select gen_random_uuid(), 'person ' || n || ' of the drill', 'person' || n || '@example.com', '+506 8888 8888',
       E'Buenos días,\\n\\t"¿cuánto?" \\\\ 🌿 ' || n, n % 3 = 0, now() - n * interval '1 minute'
     from generate_series(1, ${letters}) n`,
  );
  for (const statement of [
    `insert into sessions (id, account_id) select '${randomUUID()}', id from accounts limit 1`,
    "insert into recovery_codes (code_hash, account_id) select sha256('code'), id from accounts limit 1",
    `insert into one_time_tokens (token_hash, account_id, purpose, email, expires_at)
     select sha256('token'), id, 'recovery', email, now() + interval '1 hour' from accounts limit 1`,
    `insert into passkeys (id, account_id, credential_id, public_key, sign_count, name, transports, answered_until)
     select gen_random_uuid(), id, sha256('id'), sha256('key'), 7, 'llave', '{usb,nfc}', now() from accounts limit 1`,
    "insert into mail_alerts (id, kind, subject) values (gen_random_uuid(), 'address_failing', 'hola@guaria.example')",
    `insert into outgoing_mails (id, kind, payload) values (gen_random_uuid(), 'contact_notice', '{"email": "a@example.com"}')`,
    "insert into known_senders (sender, verdict) values (sender_key('person1@example.com'), 'trusted')",
    "insert into account_events (account_id, kind) select id, 'signed_in' from accounts",
    `insert into contact_receipts (idempotency_key, body_hash, submission_id)
     select gen_random_uuid(), sha256('body'), id from contact_submissions limit 100`,
  ]) {
    await database.asOwner(statement);
  }
}
