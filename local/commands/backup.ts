// `npm run backup -- [--to DIR] | new-key`: writes a database and the CMS content as one encrypted file to the bucket
// of BACKUP_S3_… or to DIR. The database is that of DATABASE_URL, or the local one. Then the command removes expired
// backups there.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { writeBackup } from "#local/backup/archive.ts";
import { exportFiles, withTemporaryFolder } from "#local/backup/content.ts";
import { writeList } from "#local/backup/list.ts";
import { listExpired, toBackupName } from "#local/backup/names.ts";
import { readRows } from "#local/backup/rows.ts";
import { createBackupKeys, openOwnVerifier, openSigner } from "#local/backup/signature.ts";
import { openStore, type Store } from "#local/backup/store.ts";
import { say } from "#local/processes/terminal.ts";
import { createCommand, jsonOption, printJson, runCommand } from "./cli.ts";
import { withContent } from "./find-content.ts";
import { findDatabase } from "./find-database.ts";

type BackupOptions = { to?: string; json?: true };

async function printBackupKeys({ json }: BackupOptions): Promise<void> {
  const keys = await createBackupKeys();
  if (json) return printJson(keys);
  for (const [name, value] of Object.entries(keys)) say(`${name}=${value}`);
  say(
    "The machine that backs up needs the first two; the signing key is a secret. Store the last two in the password manager: without them no backup can be restored.",
  );
}

/**
 * Removes an expired backup. Returns false if the bucket rejects that: a key may lack the right, and a lock protects
 * each file for 30 days.
 */
const removeExpired = (store: Store, name: string): Promise<boolean> =>
  store.remove(name).then(
    () => true,
    (error: Error) => {
      if (/ answers (?:403|409)\b/.test(error.message)) return false;
      throw error;
    },
  );

/** Runs `npm run backup`: stores a backup in the folder `to` or in the bucket, and removes expired ones. */
async function backUp({ to, json }: BackupOptions): Promise<void> {
  const startedAt = performance.now();
  const recipient = process.env.BACKUP_RECIPIENT;
  if (!recipient) throw new Error("BACKUP_RECIPIENT is not set: npm run backup -- new-key creates it.");
  const sign = openSigner(process.env.BACKUP_SIGNING_KEY);
  const verify = openOwnVerifier(process.env.BACKUP_SIGNING_KEY);
  const store = await openStore(to, false);
  const takenAt = new Date();
  const name = toBackupName(takenAt);
  const database = await findDatabase("backup");
  const summary = await withTemporaryFolder(async (folder) => {
    const file = join(folder, name);
    const manifest = await withContent((client) =>
      writeBackup(file, {
        rows: readRows(database),
        files: exportFiles(client, join(folder, "content")),
        recipient,
        takenAt,
        sign,
      }),
    );
    await store.put(name, file);
    const list = await writeList(store, { name, file, takenAt, folder, sign, verify });
    const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
    const { size } = await stat(file);
    return { rows, files: Object.keys(manifest.files).length, bytes: size, list };
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (!json) {
    const { rows, files, bytes, list } = summary;
    say(`${name}: ${rows} rows and ${files} content files, ${bytes} bytes, in ${seconds} s, list ${list}.`);
  }
  const removedNames: string[] = [];
  for (const expiredName of listExpired(await store.list(), takenAt)) {
    const isRemoved = await removeExpired(store, expiredName);
    if (isRemoved) removedNames.push(expiredName);
    if (json) continue;
    say(
      isRemoved
        ? `removed ${expiredName}`
        : `${expiredName} is past its time, and the bucket does not let it be removed`,
    );
  }
  if (json) printJson({ name, ...summary, seconds: Number(seconds), removed: removedNames });
}

const command = createCommand(
  "npm run backup",
  "Writes DATABASE_URL, or the local database, and the CMS content into one encrypted file.",
)
  .option("--to <folder>", "write to a folder instead of the bucket in BACKUP_S3_…")
  .option(...jsonOption)
  .action(backUp);
command
  .command("new-key")
  .description("print four new keys for backups")
  .option(...jsonOption)
  .action(printBackupKeys);

await runCommand(command);
