// `npm run backup -- [--to DIR] | new-key`: the database of DATABASE_URL, or the local one, and the CMS's content, as one encrypted file
// in the bucket of BACKUP_S3_… or in DIR. Then it removes the backups that have expired there.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { writeBackup } from "#local/backup/archive.ts";
import { contentFiles, inFolder } from "#local/backup/content.ts";
import { expired, nameOf } from "#local/backup/names.ts";
import { readRows } from "#local/backup/rows.ts";
import { createSigningKeys, openSigner } from "#local/backup/signature.ts";
import { findStore, type Store } from "#local/backup/store.ts";
import { say } from "#local/processes/terminal.ts";
import { createCommand, jsonOption, printJson, runCommand } from "./cli.ts";
import { withContent } from "./find-content.ts";
import { findDatabase } from "./find-database.ts";

type Options = { to?: string; json?: true };

async function makeKey({ json }: Options): Promise<void> {
  const identity = await generateX25519Identity();
  const { signingKey, verifyingKey } = createSigningKeys();
  const keys = {
    BACKUP_RECIPIENT: await identityToRecipient(identity),
    BACKUP_SIGNING_KEY: signingKey,
    BACKUP_IDENTITY: identity,
    BACKUP_VERIFYING_KEY: verifyingKey,
  };
  if (json) return printJson(keys);
  for (const [name, value] of Object.entries(keys)) say(`${name}=${value}`);
  say(
    "The first two are for the machine that backs up; the signing key is a secret. Keep the last two where passwords are: without them no backup can be read.",
  );
}

/** Removes a backup that has expired. Returns false where the bucket refuses: a key may lack the right, and a lock keeps each file for 30 days. */
const removeExpired = (store: Store, name: string): Promise<boolean> =>
  store.remove(name).then(
    () => true,
    (error: Error) => {
      if (/ answers (?:403|409)\b/.test(error.message)) return false;
      throw error;
    },
  );

async function backUp({ to, json }: Options): Promise<void> {
  const began = performance.now();
  const recipient = process.env.BACKUP_RECIPIENT;
  if (!recipient) throw new Error("BACKUP_RECIPIENT is not set: npm run backup -- new-key makes one.");
  const sign = openSigner(process.env.BACKUP_SIGNING_KEY);
  const store = await findStore(to, false);
  const takenAt = new Date();
  const name = nameOf(takenAt);
  const database = await findDatabase("backup");
  const written = await inFolder(async (folder) => {
    const file = join(folder, name);
    const manifest = await withContent((client) =>
      writeBackup(file, {
        rows: readRows(database),
        files: contentFiles(client, join(folder, "content")),
        recipient,
        takenAt,
        sign,
      }),
    );
    await store.put(name, file);
    const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
    const { size } = await stat(file);
    return { rows, files: Object.keys(manifest.files).length, bytes: size };
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (!json) {
    const { rows, files, bytes } = written;
    say(`${name}: ${rows} rows and ${files} files of content, ${bytes} bytes, in ${seconds} s.`);
  }
  const removed: string[] = [];
  for (const old of expired(await store.list(), takenAt)) {
    const isRemoved = await removeExpired(store, old);
    if (isRemoved) removed.push(old);
    if (json) continue;
    say(isRemoved ? `removed ${old}` : `${old} is past its time, and the bucket does not let it be removed`);
  }
  if (json) printJson({ name, ...written, seconds: Number(seconds), removed });
}

const command = createCommand(
  "npm run backup",
  "Backs up DATABASE_URL, or the local database, and the content of the CMS into one encrypted file.",
)
  .option("--to <folder>", "write to a folder instead of the bucket of BACKUP_S3_…")
  .option(...jsonOption)
  .action(backUp);
command
  .command("new-key")
  .description("print the four keys of backups")
  .option(...jsonOption)
  .action(makeKey);

await runCommand(command);
