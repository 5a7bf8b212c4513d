// `npm run restore -- --at TIME|latest [--from DIR] [--dry-run]`: restores the newest backup that is not after TIME.
// The target is the empty database of RESTORE_DATABASE_URL, the empty dataset of SANITY_DATASET and the bucket of files, or
// a new LOCAL_STATE for npm start. `-- --files` only restores the content of the files that DATABASE_URL, or the local
// database, has. `-- --replay` only repeats the erasures and revocations of DATABASE_URL in
// RESTORE_DATABASE_URL, a branch of an earlier time.
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ClientBase } from "pg";
import * as v from "valibot";
import type { DatabaseAddress } from "#functions/kernel/database/database.ts";
import { columnParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { type Manifest, readBackupFiles, readBackupRows } from "#local/backup/archive.ts";
import { importContent, withTemporaryFolder } from "#local/backup/content.ts";
import { fetchBackups } from "#local/backup/fetch.ts";
import { type LaterState, readLaterState } from "#local/backup/later-state.ts";
import { assertEmpty, loadBackup } from "#local/backup/load.ts";
import { listBackups } from "#local/backup/names.ts";
import { replay } from "#local/backup/replay.ts";
import { type Row, readRows } from "#local/backup/rows.ts";
import { openStore, type Store } from "#local/backup/store.ts";
import { openBucket, openHostedBucket, openLocalBucket } from "#local/cloudflare/attachments.ts";
import { openClient } from "#local/neon/client.ts";
import { withSession } from "#local/neon/engine.ts";
import { openPglite } from "#local/neon/pglite.ts";
import { startDatabase } from "#local/neon/server.ts";
import { say } from "#local/processes/terminal.ts";
import { bucketDirectories } from "#local/product/services.ts";
import { readSecrets } from "#local/secrets.ts";
import { readSettings } from "#local/settings.ts";
import { openState } from "#local/state.ts";
import { migrate } from "#migrations/migrate.ts";
import { createCommand, printJson, runCommand } from "./cli.ts";
import { withRestoreTarget } from "./find-content.ts";
import { findDatabase } from "./find-database.ts";
import { openOperatorTransactions } from "./operator.ts";

/** Loads the rows of the backup. */
type LoadFn = (client: ClientBase) => Promise<void>;
/** Repeats the erasures and revocations that were made after the backup. Returns the ids of the remaining files. */
type ReplayFn = (address: DatabaseAddress) => Promise<string[]>;

/** Restores into a server's empty database, applies newer migrations, and repeats later erasures and revocations. */
async function restoreIntoServer(
  databaseUrl: string,
  loadRows: LoadFn,
  replayChanges: ReplayFn,
): Promise<string[]> {
  const client = await openClient(databaseUrl);
  try {
    await assertEmpty(client);
    await loadRows(client);
    await migrate(client);
  } finally {
    await client.end();
  }
  return replayChanges({ databaseUrl });
}

/** Restores into the embedded database of a new state folder, which `npm start` serves later. */
async function restoreIntoState(state: string, loadRows: LoadFn, replayChanges: ReplayFn): Promise<string[]> {
  await openState(state);
  const { ownerPassword, edgePassword, backupPassword } = await readSecrets(state);
  const dataDirectory = join(state, "database");
  const engine = await openPglite(dataDirectory, ownerPassword);
  await withSession(engine, engine.owner, null, ({ client }) => loadRows(client)).finally(engine.close);
  const passwords = { ownerPassword, edgePassword, backupPassword };
  // The database applies the newer migrations when it starts.
  const database = await startDatabase({ port: 0, dataDirectory, ...passwords });
  return replayChanges({ databaseUrl: database.ownerUrl, fetchEndpoint: database.endpoint }).finally(
    database.close,
  );
}

const toId = columnParser("id", v.string());

/** Lists the ids of the files in a database. */
async function listAttachments(address: DatabaseAddress): Promise<string[]> {
  const { files } = await openOperatorTransactions(address)({
    files: sql`select id from attachments order by created_at, id`,
  });
  return files.map(toId);
}

/**
 * Reads the erasures and revocations that a restore has to repeat, from the database of DATABASE_URL, or else from the
 * newest backup. Also returns the source as a text for the report.
 */
async function readLater(readNewestBackup: () => AsyncIterable<Row>): Promise<[LaterState, string]> {
  const { DATABASE_URL, DATABASE_FETCH_ENDPOINT } = process.env;
  if (DATABASE_URL) {
    const address = { databaseUrl: DATABASE_URL, fetchEndpoint: DATABASE_FETCH_ENDPOINT };
    try {
      return [await readLaterState(readRows(address)), "the database of DATABASE_URL"];
    } catch (error) {
      say(
        `The database of DATABASE_URL cannot be read for later erasures and revocations: ${(error as Error).message}`,
      );
    }
  }
  return [
    await readLaterState(readNewestBackup()),
    "the newest backup: repeat later erasures and revocations by hand",
  ];
}

/** Repeats later erasures and revocations in a database of an earlier time. Prints the counts and the `source`. */
async function replayAndReport(
  address: DatabaseAddress,
  laterState: LaterState,
  source: string,
): Promise<void> {
  const { erasedCounts, revokedCounts } = await replay(address, laterState);
  say(
    `Erased again: ${erasedCounts.people} people, ${erasedCounts.messages} messages, ${erasedCounts.accounts} accounts, according to ${source}.`,
  );
  say(
    `Taken away again: ${revokedCounts.administrators} administrators, ${revokedCounts.passkeys} passkeys, ${revokedCounts.credentials} passwords or addresses, ${revokedCounts.accounts} accounts.`,
  );
}

/** Repeats erasures and revocations in a branch of the database that Neon made of an earlier time. */
async function replayOnly(): Promise<void> {
  const { RESTORE_DATABASE_URL: target, DATABASE_URL: current } = process.env;
  if (!target || !current) {
    throw new Error(
      "Set both variables: DATABASE_URL to the current database, RESTORE_DATABASE_URL to the branch of an earlier time.",
    );
  }
  const [branch, live] = [new URL(target), new URL(current)];
  if (branch.host === live.host && branch.pathname === live.pathname) {
    throw new Error(
      "RESTORE_DATABASE_URL is the current database, and nothing was changed: name the branch.",
    );
  }
  const laterState = await readLaterState(readRows({ databaseUrl: current }));
  await replayAndReport({ databaseUrl: target }, laterState, "the database of DATABASE_URL");
}

/** Returns the key that decrypts backups. @throws Error with one sentence if it is missing */
function readIdentity(): string {
  const { BACKUP_IDENTITY: identity } = process.env;
  if (identity) return identity;
  throw new Error(
    "BACKUP_IDENTITY is not set: npm run backup -- new-key printed it, and the password manager has it.",
  );
}

/**
 * Reads the variables of a restoration. `isLocal` is true if the database, the content or both go into a new local
 * state.
 * @throws Error with one sentence if a variable is missing, or the local state is not empty
 */
async function readPlan() {
  const { RESTORE_DATABASE_URL: target, SANITY_PROJECT_ID, SANITY_DATASET } = process.env;
  const identity = readIdentity();
  if (target && SANITY_PROJECT_ID && !SANITY_DATASET)
    throw new Error("SANITY_DATASET is not set: name a new dataset for the content.");
  if (!target && SANITY_PROJECT_ID)
    throw new Error(
      "RESTORE_DATABASE_URL is not set: name an empty database, as its owner, or unset SANITY_PROJECT_ID.",
    );
  const { state } = readSettings();
  const isLocal = !(target && SANITY_PROJECT_ID);
  if (isLocal && (await readdir(state).catch(() => [])).length > 0) {
    throw new Error(`${state} is not empty, and nothing was changed: name a new folder in LOCAL_STATE.`);
  }
  return { target, identity, state, isLocal };
}

/** Prints the rows and the hash of each table of a backup. Returns the number of all rows. */
function printSums({ tables }: Manifest): number {
  for (const [table, { rows, sha256 }] of Object.entries(tables)) say(`  ${table}  ${rows}  ${sha256}`);
  return Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);
}

/** Restores the newest backup not after `at` into an empty target, and repeats later erasures. Prints checksums. */
async function restore(store: Store, at: string): Promise<void> {
  const startedAt = performance.now();
  const { target, identity, state, isLocal } = await readPlan();
  await withTemporaryFolder(async (folder) => {
    const backups = await fetchBackups(store, at, identity, folder);
    const { name, file, manifest, newestFile, restoreFiles } = backups;
    const openTarget = async () =>
      target ? openHostedBucket() : openLocalBucket(bucketDirectories(readSettings()).slice(0, 1));
    // Variables that are missing must fail before the database has rows.
    if (target && Object.keys(manifest.attachments).length > 0) openHostedBucket();
    const [laterState, source] = await readLater(() => readBackupRows(newestFile, identity));
    const loadRows: LoadFn = (client) => loadBackup(client, manifest, readBackupRows(file, identity));
    const replayChanges: ReplayFn = async (address) => {
      await replayAndReport(address, laterState, source);
      return listAttachments(address);
    };
    let fileFault: Error | null = null;
    try {
      const attachmentIds = await (target
        ? restoreIntoServer(target, loadRows, replayChanges)
        : restoreIntoState(state, loadRows, replayChanges));
      const documents = await withRestoreTarget(state, (client) =>
        importContent(client, readBackupFiles(file, identity)),
      );
      fileFault = await restoreFiles(attachmentIds, openTarget).then(
        () => null,
        (error: Error) => error,
      );
      const rows = printSums(manifest);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      say(backups.description);
      say(`${name}: ${rows} rows and ${documents} documents in ${seconds} s, 0 differences.`);
      if (!target) say(`LOCAL_STATE=${state} npm start serves it.`);
    } catch (error) {
      // This run made the folder. A later run would take an incomplete state for a complete one.
      if (isLocal) await rm(state, { recursive: true, force: true });
      throw error;
    }
    if (fileFault)
      throw new Error(
        `Rows and documents are restored, but not the content of all files: ${fileFault.message} Repeat that with --files, on the restored database.`,
        { cause: fileFault },
      );
  });
}

/** Restores only the content of files, for a database that still has their rows. */
async function restoreFilesOnly(store: Store, at: string): Promise<void> {
  const ids = await listAttachments(await findDatabase());
  const identity = readIdentity();
  await withTemporaryFolder(async (folder) => {
    const { restoreFiles } = await fetchBackups(store, at, identity, folder);
    await restoreFiles(ids, openBucket);
  });
}

async function list(store: Store, json: boolean): Promise<void> {
  const backups = listBackups(await store.list());
  if (json) return printJson(backups.map(({ name, takenAt }) => ({ name, taken_at: takenAt })));
  for (const { name, takenAt } of backups) say(`${takenAt.toISOString()}  ${name}`);
}

type RestoreOptions = {
  at?: string;
  from?: string;
  dryRun?: true;
  files?: true;
  replay?: true;
  json?: boolean;
};

async function run({ at, from, dryRun, files, replay, json = false }: RestoreOptions): Promise<void> {
  if (replay) return replayOnly();
  const store = await openStore(from, true);
  if (dryRun) return list(store, json);
  if (!at) throw new Error("Name the time: npm run restore -- --at 2026-11-23T02:15:00Z, or --at latest.");
  await (files ? restoreFilesOnly(store, at) : restore(store, at));
}

const command = createCommand(
  "npm run restore",
  "Restores a backup into the empty RESTORE_DATABASE_URL and SANITY_DATASET and the bucket of files, or into a new LOCAL_STATE.",
)
  .option("--at <time>", "the time: restores the newest backup that is not after it, or latest")
  .option("--from <folder>", "read from a folder instead of the bucket in BACKUP_S3_…")
  .option("--dry-run", "list the backups without restoring")
  .option("--json", "print the list of --dry-run as JSON")
  .option("--files", "only restore the content of the files that DATABASE_URL, or the local database, has")
  .option("--replay", "only repeat in RESTORE_DATABASE_URL the erasures and revocations of DATABASE_URL")
  .action(run);

await runCommand(command);
