import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { neon } from "@neondatabase/serverless";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkBackup, writeBackup } from "#local/backup/archive.ts";
import { writeList } from "#local/backup/list.ts";
import { toAttachmentName, toBackupName } from "#local/backup/names.ts";
import { createBackupKeys, openSigner, openVerifier } from "#local/backup/signature.ts";
import { openStore } from "#local/backup/store.ts";
import { restoredTables, treatments } from "#local/backup/tables.ts";
import { openLocalBucket } from "#local/cloudflare/attachments.ts";
import { attachmentsBucket } from "#local/cloudflare/wrangler.ts";
import { openClient } from "#local/neon/client.ts";
import { startDatabase } from "#local/neon/server.ts";
import { findPerson } from "#local/privacy/person.ts";
import { eraseRecords } from "#local/privacy/records.ts";
import { findFreePorts } from "#local/processes/ports.ts";
import { readSecrets } from "#local/secrets.ts";
import { startBucket } from "../../support/bucket.ts";
import { startCloudflare } from "../../support/cloudflare/stand-in.ts";
import { findEndpointsByPort, startTestDatabase, type TestDatabase } from "../../support/database.ts";
import { createDatabase, postgresUrl } from "../../support/postgres-server.ts";
import { startProxy } from "../../support/proxy.ts";
import { administrator, seedPeople, visitor } from "../../support/seeded-people.ts";
import { createTestFolder } from "../../support/test-folder.ts";

const account = { CLOUDFLARE_ACCOUNT_ID: "an-account", CLOUDFLARE_API_TOKEN: "a-token" };
/** The content of files by id; null for a file whose content is lost. */
const fileContents = new Map<string, Buffer | null>([
  [randomUUID(), randomBytes(3_000_000)],
  [randomUUID(), Buffer.from("factura de la persona 5")],
  [randomUUID(), Buffer.alloc(0)],
  [randomUUID(), null],
]);
const fileIds = [...fileContents.keys()];
const [largeId = "", invoiceId = "", emptyId = "", lostId = ""] = fileIds;

// PGlite is slow, so it gets fewer rows. It is the same Postgres.
const servers = [
  { name: "PGlite", server: null, letters: 1_000 },
  ...(postgresUrl ? [{ name: "PostgreSQL", server: postgresUrl, letters: 10_000 }] : []),
];

describe.each(servers)("a backup of $name", { timeout: 240_000 }, ({ server, letters: messageCount }) => {
  let database: TestDatabase;
  let bucket: Awaited<ReturnType<typeof startBucket>>;
  const folder = createTestFolder();
  let cloudflare: Awaited<ReturnType<typeof startCloudflare>>;
  const siteFiles = new Map<string, Uint8Array>();
  let keys: Awaited<ReturnType<typeof createBackupKeys>>;
  let lakePort: number;
  beforeAll(async () => {
    [lakePort = 0] = await findFreePorts(1);
    database = await startTestDatabase(server);
    bucket = await startBucket();
    cloudflare = await startCloudflare({
      account: account.CLOUDFLARE_ACCOUNT_ID,
      token: account.CLOUDFLARE_API_TOKEN,
    });
    cloudflare.buckets.set(attachmentsBucket, siteFiles);
    for (const [id, content] of fileContents) if (content) siteFiles.set(id, content);
    keys = await createBackupKeys();
    await seedPeople(database);
    await fill(database, messageCount);
  });
  afterAll(async () => {
    await bucket.close();
    await cloudflare.close();
    await database.close();
  });

  /** Runs `npm run NAME -- …` with Node or another program; returns its exit code and output. */
  async function run(
    name: string,
    args: string[],
    changes: Record<string, string> = {},
    [program = "", ...programArguments]: string[] = [process.execPath],
  ) {
    const env = {
      ...process.env,
      ...bucket.environment,
      ...keys,
      ...account,
      CLOUDFLARE_API_BASE_URL: cloudflare.address,
      LAKE_PORT: String(lakePort),
      LOCAL_STATE: join(folder, "source"),
      SANITY_PROJECT_ID: "",
      DATABASE_URL: name === "backup" ? database.backupUrl : database.ownerUrl,
      DATABASE_FETCH_ENDPOINT: database.endpoint,
      TMPDIR: await createTempFolder(),
      ...changes,
    };
    return promisify(execFile)(program, [...programArguments, `local/commands/${name}.ts`, ...args], {
      env,
    }).then(
      ({ stdout }) => ({ code: 0, output: stdout.trim() }),
      (error) => ({ code: error.code, output: (error.stdout + error.stderr).trim() }),
    );
  }
  const createTempFolder = () => mkdtemp(join(folder, "temp-"));
  const restoreInto = (state: string, changes: Record<string, string> = {}, time = "latest") =>
    run("restore", ["--at", time], { LOCAL_STATE: join(folder, state), ...changes });

  /** Lists the temporary backup files that commands left behind. */
  async function listLeftovers(): Promise<string[]> {
    const temps = (await readdir(folder)).filter((entry) => entry.startsWith("temp-"));
    const entries = await Promise.all(temps.map((temp) => readdir(join(folder, temp))));
    return entries.flat().filter((entry) => entry.startsWith("vitrina-backup-"));
  }
  /** Lists the stored backups without their signed lists, oldest first. */
  const listStored = () => [...bucket.objects].filter(([name]) => name.endsWith(".age"));
  /** Stores the newest backup in a file and returns its path. */
  async function downloadBackup(): Promise<string> {
    const file = join(folder, "downloaded.age");
    await writeFile(file, listStored().at(-1)?.[1] ?? "");
    return file;
  }

  /** Returns the rows of queries in the database of a restored state. */
  async function queryState(state: string, ...queries: string[]): Promise<Record<string, unknown>[][]> {
    const { ownerPassword, edgePassword, backupPassword } = await readSecrets(join(folder, state));
    const restoredDatabase = await startDatabase({
      port: 0,
      dataDirectory: join(folder, state, "database"),
      ownerPassword,
      edgePassword,
      backupPassword,
    });
    // An earlier query may have configured the driver for another endpoint.
    findEndpointsByPort();
    const { query } = neon(restoredDatabase.ownerUrl);
    return Promise.all(queries.map((statement) => query(statement))).finally(restoredDatabase.close);
  }

  /** Returns the content of the files in the bucket of a restored state, by id; null for a file that it lacks. */
  async function readFiles(state: string): Promise<(Buffer | null)[]> {
    const restoredBucket = await openLocalBucket([join(folder, state, "edge/v3/r2")]);
    const contents: (Buffer | null)[] = [];
    for (const id of fileIds) {
      const content = await restoredBucket.read(id);
      contents.push(content && (await buffer(content)));
    }
    await restoredBucket.close();
    return contents;
  }
  /** Lists the ids of the files that commands read from the site's bucket since the last call. */
  function takeReadIds(): (string | undefined)[] {
    const calls = cloudflare.calls
      .splice(0)
      .filter(({ method, path }) => method === "GET" && path.includes("/r2/"));
    return calls.map(({ path }) => path.split("/").at(-1));
  }

  test("has a treatment for every table", async () => {
    const rows = await database.asOwner("select tablename from pg_tables where schemaname = 'public'");
    expect(Object.keys(treatments).sort()).toEqual(rows.map(({ tablename }) => tablename).sort());
  });

  test("restores the same rows and hashes, and the content, but no session", async () => {
    const backupResult = await run("backup", []);
    expect(backupResult).toMatchObject({ code: 0 });
    expect(listStored()).toHaveLength(1);
    expect(backupResult.output).toContain("It has the content of 3 of 4 files, 3 of them new.");
    expect(backupResult.output).toContain(`lacks the content of these files: ${lostId}.`);
    expect(takeReadIds().sort()).toEqual(fileIds.toSorted());
    for (const plaintext of ["person 77 of the drill", "factura de la persona 5"])
      expect([...bucket.objects.values()].filter((bytes) => bytes.includes(plaintext))).toEqual([]);
    const restoreResult = await restoreInto("whole");

    expect(await readFiles("whole")).toEqual([...fileContents.values()]);
    expect(restoreResult.output).toContain(`has no undamaged content of these files: ${lostId}.`);
    expect(restoreResult).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /\nThe newest signed list is number 1 of \S+, 0 h old: .*\n.* documents in [\d.]+ s, 0 differences\.\nLOCAL_STATE=\S+ npm start serves it\.$/,
      ),
    });
    const countStatements = restoredTables.map(
      (table) => `select '${table}' as name, count(*)::int as n from ${table}`,
    );
    const counts = await database.asOwner(countStatements.join(" union all "));
    const emptiedTables = ["sessions", "one_time_tokens", "outgoing_mails", "recovery_codes"];
    const rowStatements = emptiedTables.map((table) => `select '${table}' as name from ${table}`);
    expect(await queryState("whole", countStatements.join(" union all "), ...rowStatements)).toEqual([
      counts,
      ...emptiedTables.map(() => []),
    ]);
    expect(counts.find(({ name }) => name === "contact_submissions")?.n).toBe(messageCount);
    for (const rows of rowStatements) expect((await database.asOwner(rows)).length).toBeGreaterThan(0);
  });

  /** Makes a backup and returns its migrations and tables. */
  async function backUp(changes: Record<string, string>) {
    const targetFolder = await createTempFolder();
    expect(await run("backup", ["--to", targetFolder], changes)).toMatchObject({ code: 0 });
    const [name = ""] = (await readdir(targetFolder)).filter((entry) => entry.endsWith(".age"));
    const verify = openVerifier(keys.BACKUP_VERIFYING_KEY);
    const manifest = await checkBackup(join(targetFolder, name), keys.BACKUP_IDENTITY, verify);
    const { migrations, tables } = manifest;
    return { migrations, tables, attachments: Object.keys(manifest.attachments).sort() };
  }

  test("reads no file again that a backup has, and keeps its content while the site's bucket is away", async () => {
    takeReadIds();
    const nextResult = await run("backup", []);
    expect(nextResult).toMatchObject({
      code: 0,
      output: expect.stringContaining("3 of 4 files, 0 of them new."),
    });
    expect(takeReadIds()).toEqual([lostId]);
    cloudflare.breakWhere((path) => path.includes("/r2/") && 403);
    expect(await run("backup", [])).toEqual({
      code: 1,
      output: expect.stringMatching(
        /3 of 4 files, 0 of them new\.\n.*The backup is stored, but the content of new files is not: Cloudflare's R2 answers 403: check that the token may access the bucket vitrina-attachments\.$/s,
      ),
    });
    cloudflare.breakWhere(() => false);
    expect(await run("backup", [], { CLOUDFLARE_API_TOKEN: "" })).toMatchObject({
      code: 1,
      output: expect.stringContaining("CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN are not set"),
    });
    siteFiles.clear();
    expect(await run("restore", ["--at", "latest", "--files"])).toEqual({
      code: 0,
      output: expect.stringMatching(/^The content of 3 of 4 files is restored\.\n/),
    });
    expect(new Set(siteFiles.keys())).toEqual(new Set([largeId, invoiceId, emptyId]));
    expect(Buffer.from(siteFiles.get(largeId) ?? [])).toEqual(fileContents.get(largeId));
  });

  test("is the same from the role backup, from the owner, and from the restored product without DATABASE_URL", async () => {
    const backup = await backUp({ DATABASE_URL: database.backupUrl });
    expect(await backUp({ DATABASE_URL: database.ownerUrl })).toEqual(backup);
    const state = join(folder, "whole");
    const restoredDatabase = await startDatabase({
      port: 0,
      dataDirectory: join(state, "database"),
      ...(await readSecrets(state)),
    });
    const localVariables = {
      DATABASE_URL: "",
      DATABASE_FETCH_ENDPOINT: "",
      DATABASE_PORT: String(restoredDatabase.port),
    };
    expect(await backUp({ ...localVariables, LOCAL_STATE: state }).finally(restoredDatabase.close)).toEqual(
      backup,
    );
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
    const [erasedMessage] = await database.asOwner(
      "select id, email from contact_submissions where name = 'person 77 of the drill'",
    );
    await database.asOwner("delete from contact_submissions where id = $1", [erasedMessage?.id]);
    await database.asOwner(
      "insert into privacy_events (kind, asked_by, person, counts) values ('erased', 'sender', person_key($1), '{\"contact_submissions\": 1}')",
      [erasedMessage?.email],
    );
    await eraseRecords(address, await findPerson(address, "person5@example.com"));
    await database.asOwner("delete from accounts where id = $1", [account?.id]);
    await database.asOwner("insert into account_events (account_id, kind) values ($1, 'account_deleted')", [
      account?.id,
    ]);
    const restoreResult = await restoreInto("erased");
    expect(restoreResult).toMatchObject({
      code: 0,
      output: expect.stringContaining("Erased again: 2 people, 1 messages, 1 accounts"),
    });
    const [[remainingRows] = []] = await queryState(
      "erased",
      `select (select count(*)::int from contact_submissions where lower(email) = 'eva@example.com' or id = '${erasedMessage?.id}') as letters,
        (select count(*)::int from accounts where id = '${account?.id}') as accounts,
        (select unread + read + spam = (select count(*) from contact_submissions) from inbox_totals) as agree`,
    );
    expect(remainingRows).toEqual({ letters: 0, accounts: 0, agree: true });
    const files = { ...Object.fromEntries(fileContents), [invoiceId]: null };
    expect(await readFiles("erased")).toEqual(Object.values(files));
  });

  test("does not restore a revoked role, passkey, password or address, or sign-in without a passkey", async () => {
    const [admin] = await database.asOwner("select id from accounts where email = $1", [administrator.email]);
    const otherAccountId = "11111111-1111-4111-8111-111111111111";
    const passkey = "22222222-2222-4222-8222-222222222222";
    await database.asOwner(
      "insert into accounts (id, email, password_hash, email_confirmed_at) values ($1, 'sole@example.com', '$argon2id$old', now())",
      [otherAccountId],
    );
    await database.asOwner(
      "insert into profiles (user_id, role) values ($1, 'admin') on conflict (user_id) do update set role = 'admin'",
      [otherAccountId],
    );
    await database.asOwner(
      `insert into passkeys (id, account_id, credential_id, public_key, sign_count, trusted_from)
       values ($1, $2, sha256('drill'), sha256('drill'), 0, now())`,
      [passkey, otherAccountId],
    );
    expect(await run("backup", [])).toMatchObject({ code: 0 });
    await database.asOwner("update profiles set role = 'user' where user_id = $1", [otherAccountId]);
    await database.asOwner("delete from passkeys where id = $1", [passkey]);
    await database.asOwner(
      "update accounts set password_hash = '$argon2id$new', email = 'new@example.com' where id = $1",
      [otherAccountId],
    );
    await database.asOwner("update sign_in_rules set administrators_need_passkeys = true");
    expect(await restoreInto("revoked")).toMatchObject({
      code: 0,
      output: expect.stringContaining(
        "Taken away again: 1 administrators, 1 passkeys, 1 passwords or addresses, 0 accounts.",
      ),
    });
    const [rows = []] = await queryState(
      "revoked",
      `select (select role from profiles where user_id = '${otherAccountId}') as role,
        (select role from profiles where user_id = '${admin?.id}') as administrator,
        (select count(*)::int from passkeys where id = '${passkey}') as passkeys,
        (select password_hash || ' ' || email from accounts where id = '${otherAccountId}') as credentials,
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
    const [name = "", backupBytes = Buffer.alloc(0)] = listStored().at(-1) ?? [];
    expect(await restoreInto("early", {}, "2020-01-01T00:00:00Z")).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /^There is no backup of 2020-01-01T00:00:00Z or before: the oldest is of /,
      ),
    });
    expect(
      await restoreInto("other", { BACKUP_IDENTITY: (await createBackupKeys()).BACKUP_IDENTITY }),
    ).toEqual({
      code: 1,
      output: "BACKUP_IDENTITY does not open this backup: it was made for another BACKUP_RECIPIENT.",
    });
    const flipped = Buffer.from(backupBytes);
    flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1;
    for (const damagedBytes of [flipped, backupBytes.subarray(0, backupBytes.length >> 1)]) {
      bucket.objects.set(name, damagedBytes);
      expect(await restoreInto("broken")).toEqual({
        code: 1,
        output:
          "This backup is damaged, or was not made by this site: BACKUP_VERIFYING_KEY does not verify its signature. Take the one before it.",
      });
    }
    bucket.objects.delete(name);
    expect(await restoreInto("hidden")).toEqual({
      code: 1,
      output: expect.stringMatching(
        new RegExp(`^The store has no ${name}, which the signed list .* names\\.`),
      ),
    });
    bucket.objects.set(name, backupBytes);
    for (const state of ["early", "other", "broken", "hidden"])
      expect(await readdir(folder)).not.toContain(state);
  });

  test("is never stored in part when the upload breaks off or the bucket changes the file", async () => {
    const backupNames = [...bucket.objects.keys()];
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
    expect([...bucket.objects.keys()]).toEqual(backupNames);
    expect(await listLeftovers()).toEqual([]);
  });

  test("is never stored in part when the database breaks off", async () => {
    const backupNames = [...bucket.objects.keys()];
    const proxy = await startProxy(`http://localhost:${database.port}`);
    proxy.set("torn");
    const backupResult = await run("backup", [], { DATABASE_FETCH_ENDPOINT: `${proxy.origin}/sql` });
    await proxy.close();
    expect(backupResult).toMatchObject({ code: 1, output: expect.not.stringContaining(".age:") });
    expect([...bucket.objects.keys()]).toEqual(backupNames);
    expect(await listLeftovers()).toEqual([]);
  });

  test("is never stored or restored in part when the disk is full", async () => {
    const backupNames = [...bucket.objects.keys()];
    // Limits file sizes, in blocks of 512 bytes. The download exceeds the small limit, a database file the large one.
    const withFileLimit = (blocks: number) => [
      "sh",
      "-c",
      `ulimit -f ${blocks}; exec "$0" "$@"`,
      process.execPath,
    ];
    const tooLarge = { code: 1, output: expect.stringMatching(/EFBIG|too large/) };
    expect(await run("backup", [], {}, withFileLimit(64))).toMatchObject(tooLarge);
    expect([...bucket.objects.keys()]).toEqual(backupNames);
    const state = { LOCAL_STATE: join(folder, "full") };
    const restore = (blocks: number) => run("restore", ["--at", "latest"], state, withFileLimit(blocks));
    expect(await restore(64)).toMatchObject(tooLarge);
    expect(await restore(8192)).toMatchObject({
      code: 1,
      output: expect.stringContaining("most likely because the disk is full"),
    });
    expect(await readdir(folder)).not.toContain("full");
    expect(await listLeftovers()).toEqual([]);
  });

  test("of a newer release is rejected, and nothing is changed", async () => {
    const { migrations } = await checkBackup(
      await downloadBackup(),
      keys.BACKUP_IDENTITY,
      openVerifier(keys.BACKUP_VERIFYING_KEY),
    );
    async function* rows() {
      for (const name of [...migrations, "9999_of_a_later_release.sql"]) {
        yield { table: "schema_migrations", row: JSON.stringify({ name }) };
      }
    }
    async function* files() {}
    const takenAt = new Date();
    const laterFolder = join(folder, "later");
    await mkdir(laterFolder);
    const name = toBackupName(takenAt);
    const file = join(laterFolder, name);
    const sign = openSigner(keys.BACKUP_SIGNING_KEY);
    await writeBackup(file, {
      rows: rows(),
      files: files(),
      storeAttachments: async () => ({}),
      takenAt,
      recipient: keys.BACKUP_RECIPIENT,
      sign,
    });
    const list = { name, file, takenAt, attachments: {}, folder: await createTempFolder(), sign };
    await writeList(await openStore(laterFolder, true), null, list);
    expect(
      await run("restore", ["--at", "latest", "--from", laterFolder], { LOCAL_STATE: join(folder, "newer") }),
    ).toEqual({
      code: 1,
      output:
        "The backup has the migration 9999_of_a_later_release.sql, which this code does not: check out the release that made it, or a newer one.",
    });
    expect(await readdir(folder)).not.toContain("newer");
  });

  test("can go into a folder, which only its owner may read", async () => {
    const targetFolder = join(folder, "kept");
    expect(await run("backup", ["--to", targetFolder])).toMatchObject({ code: 0 });
    expect((await stat(targetFolder)).mode & 0o777).toBe(0o700);
    const [name = ""] = (await readdir(targetFolder)).filter((entry) => entry.endsWith(".age"));
    expect((await stat(join(targetFolder, name))).mode & 0o777).toBe(0o600);
    const dryRun = await run("restore", ["--from", targetFolder, "--dry-run"]);
    expect(dryRun).toEqual({ code: 0, output: expect.stringContaining(name) });
  });

  test("is stored in a locked bucket, too, and names the expired backup that stays", async () => {
    const oldName = toBackupName(new Date("2020-01-01T00:00:00Z"));
    const oldFileName = toAttachmentName(new Date("2020-01-01T00:00:00Z"), largeId);
    for (const name of [oldName, oldFileName]) bucket.objects.set(name, Buffer.from("old"));
    bucket.faults.isLocked = true;
    const { code, output } = await run("backup", []);
    expect([code, output]).toEqual([
      0,
      expect.stringContaining(`${oldName} is past its time, and the bucket does not let it be removed`),
    ]);
    expect(output).toContain("content of files past its time: 0 removed, 1 not");
    delete bucket.faults.isLocked;
    bucket.objects.delete(oldName);
    expect((await run("backup", [])).output).toContain("content of files past its time: 1 removed, 0 not");
    expect(bucket.objects.has(oldFileName)).toBe(false);
  });

  test.runIf(server)("is restored into an empty database of a server, and into no other", async () => {
    const target = await createDatabase(server ?? "");
    try {
      const targetVariables = { RESTORE_DATABASE_URL: target.url, LOCAL_STATE: join(folder, "beside") };
      expect(await restoreInto("beside", { ...targetVariables, CLOUDFLARE_ACCOUNT_ID: "" })).toMatchObject({
        code: 1,
        output: expect.stringContaining("CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN are not set"),
      });
      siteFiles.clear();
      cloudflare.breakWhere((path, method) => method === "PUT" && path.includes("/r2/"));
      expect(await restoreInto("beside", targetVariables)).toMatchObject({
        code: 1,
        output: expect.stringMatching(/0 differences.*R2 answers 500.* Repeat that with --files/s),
      });
      cloudflare.breakWhere(() => false);
      const restoredDatabase = { DATABASE_URL: target.url, DATABASE_FETCH_ENDPOINT: "" };
      expect(await run("restore", ["--at", "latest", "--files"], restoredDatabase)).toMatchObject({
        code: 0,
        output: expect.stringContaining("The content of 2 of 3 files is restored."),
      });
      expect([...siteFiles.keys()].sort()).toEqual([largeId, emptyId].sort());
      const secondRestore = await restoreInto("beside-2", {
        ...targetVariables,
        LOCAL_STATE: join(folder, "beside-2"),
      });
      expect(secondRestore).toMatchObject({
        code: 1,
        output: expect.stringContaining("The database is not empty"),
      });
      const client = await openClient(target.url);
      const { rows } = await client.query("select from pg_trigger where tgenabled = 'D'");
      expect(rows).toEqual([]);
      await client.end();
    } finally {
      await target.drop();
    }
  });

  test("is not replayed into the current database", async () => {
    const sameDatabaseTwice = { DATABASE_URL: database.ownerUrl, RESTORE_DATABASE_URL: database.ownerUrl };
    expect(await run("restore", ["--replay"], sameDatabaseTwice)).toEqual({
      code: 1,
      output: "RESTORE_DATABASE_URL is the current database, and nothing was changed: name the branch.",
    });
  });

  test.runIf(server)("of Neon itself keeps no session, code, token or mail after a replay", async () => {
    const [current, branch] = [await createDatabase(server ?? ""), await createDatabase(server ?? "")];
    try {
      for (const [state, { url }] of Object.entries({ current, branch })) {
        const restoreResult = await restoreInto(state, { RESTORE_DATABASE_URL: url });
        expect(restoreResult).toMatchObject({ code: 0 });
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

/** Inserts so many messages, and rows into tables with each treatment of a backup. */
async function fill(database: TestDatabase, messageCount: number): Promise<void> {
  await database.asOwner(
    `insert into contact_submissions (id, name, email, phone, message, read, created_at)
     select gen_random_uuid(), 'person ' || n || ' of the drill', 'person' || n || '@example.com', '+506 8888 8888',
       E'Buenos días,\\n\\t"¿cuánto?" \\\\ 🌿 ' || n, n % 3 = 0, now() - n * interval '1 minute'
     from generate_series(1, ${messageCount}) n`,
  );
  for (const statement of [
    `insert into sessions (id, account_id) select '${randomUUID()}', id from accounts limit 1`,
    "insert into recovery_codes (code_hash, account_id) select sha256('code'), id from accounts limit 1",
    `insert into one_time_tokens (token_hash, account_id, purpose, email, expires_at)
     select sha256('token'), id, 'recovery', email, now() + interval '1 hour' from accounts limit 1`,
    `insert into passkeys (id, account_id, credential_id, public_key, sign_count, name, transports, trusted_from)
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
  for (const [index, id] of fileIds.entries()) {
    await database.asOwner(
      `insert into attachments (id, submission_id, name, type, size)
       select $1, id, 'factura.pdf', 'application/pdf', 1 from contact_submissions where name = $2`,
      [id, `person ${index === 1 ? 5 : 6} of the drill`],
    );
  }
}
