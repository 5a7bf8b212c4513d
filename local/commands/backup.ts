// `npm run backup -- [--to DIR] | new-key`: writes a database and the CMS content as one encrypted file to the bucket
// of BACKUP_S3_… or to DIR, and the content of each new file beside it. The database and the bucket of files are those of
// DATABASE_URL, or the local ones. Then the command removes expired backups there.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { writeBackup } from "#local/backup/archive.ts";
import { type AttachmentReport, storeAttachments } from "#local/backup/attachments.ts";
import { exportFiles, withTemporaryFolder } from "#local/backup/content.ts";
import { readPreviousList, writeList } from "#local/backup/list.ts";
import { listExpired, toBackupName, toBackupTime } from "#local/backup/names.ts";
import { readRows } from "#local/backup/rows.ts";
import { createBackupKeys, openOwnVerifier, openSigner } from "#local/backup/signature.ts";
import { openStore, type Store } from "#local/backup/store.ts";
import { openBucket } from "#local/cloudflare/attachments.ts";
import { say } from "#local/processes/terminal.ts";
import { createCommand, jsonOption, printJson, runCommand } from "./cli.ts";
import { withContent } from "./find-content.ts";
import { findDatabase } from "./find-database.ts";

type BackupOptions = { to?: string; json?: boolean };

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
const tryRemove = (store: Store, name: string): Promise<boolean> =>
  store.remove(name).then(
    () => true,
    (error: Error) => {
      if (/ answers (?:403|409)\b/.test(error.message)) return false;
      throw error;
    },
  );

/** Removes the expired backups, lists and files from the store, and prints that unless the answer is JSON. */
async function removeExpired(store: Store, takenAt: Date, json: boolean): Promise<string[]> {
  const removedNames: string[] = [];
  const fileCounts = { removed: 0, left: 0 };
  for (const name of listExpired(await store.list(), takenAt)) {
    const isRemoved = await tryRemove(store, name);
    if (isRemoved) removedNames.push(name);
    if (toBackupTime(name, "file")) fileCounts[isRemoved ? "removed" : "left"] += 1;
    else if (!json)
      say(
        isRemoved ? `removed ${name}` : `${name} is past its time, and the bucket does not let it be removed`,
      );
  }
  const { removed, left } = fileCounts;
  if (!json && removed + left > 0)
    say(
      `content of files past its time: ${removed} removed, ${left} not, because the bucket does not let it`,
    );
  return removedNames;
}

/** Runs `npm run backup`: stores a backup in the folder `to` or in the bucket, and removes expired ones. */
async function backUp({ to, json = false }: BackupOptions): Promise<void> {
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
    const previousList = await readPreviousList(store, folder, verify);
    let report: AttachmentReport = { stored: {}, added: 0, missing: [], fault: null };
    const earlier = previousList?.attachments ?? {};
    const manifest = await withContent((client) =>
      writeBackup(file, {
        rows: readRows(database),
        files: exportFiles(client, join(folder, "content")),
        async storeAttachments(ids) {
          report = await storeAttachments(ids, { store, earlier, openBucket, recipient, takenAt, folder });
          return report.stored;
        },
        recipient,
        takenAt,
        sign,
      }),
    );
    await store.put(name, file);
    const { attachments } = manifest;
    const list = await writeList(store, previousList, { name, file, takenAt, attachments, folder, sign });
    const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
    const { size } = await stat(file);
    const counts = { rows, files: Object.keys(manifest.files).length, bytes: size, list };
    return { ...counts, report, attachmentRows: manifest.tables.attachments?.rows ?? 0 };
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const { report, attachmentRows, ...counts } = summary;
  const { added, missing, fault } = report;
  const stored = Object.keys(report.stored).length;
  if (!json) {
    const { rows, files, bytes, list } = counts;
    say(`${name}: ${rows} rows and ${files} content files, ${bytes} bytes, in ${seconds} s, list ${list}.`);
    if (attachmentRows > 0)
      say(`It has the content of ${stored} of ${attachmentRows} files, ${added} of them new.`);
    if (missing.length > 0) say(`The site's bucket lacks the content of these files: ${missing.join(", ")}.`);
  }
  const removed = await removeExpired(store, takenAt, json);
  if (json) {
    const attachments = { stored, added, missing, fault };
    printJson({ name, ...counts, attachments, seconds: Number(seconds), removed });
  }
  if (fault !== null) throw new Error(`The backup is stored, but the content of new files is not: ${fault}`);
}

const command = createCommand(
  "npm run backup",
  "Writes DATABASE_URL, or the local database, and the CMS content into one encrypted file, and the content of new files of messages beside it.",
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
