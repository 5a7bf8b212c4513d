// `npm run backup -- [--to DIR] | new-key`: the database of DATABASE_URL, or the local one, and the CMS's content, as one encrypted file
// in the bucket of BACKUP_S3_… or in DIR; then what has been kept for long enough is removed there.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { writeBackup } from "#local/backup/archive.ts";
import { contentFiles, inFolder } from "#local/backup/content.ts";
import { expired, nameOf } from "#local/backup/names.ts";
import { readRows } from "#local/backup/rows.ts";
import { createSigningKeys, openSigner } from "#local/backup/signature.ts";
import { findStore } from "#local/backup/store.ts";
import { say } from "#local/processes/terminal.ts";
import { withContent } from "./find-content.ts";
import { findDatabase } from "./find-database.ts";
import { runOnDatabase } from "./on-database.ts";

async function makeKey(): Promise<void> {
  const identity = await generateX25519Identity();
  const { signingKey, verifyingKey } = createSigningKeys();
  say(`BACKUP_RECIPIENT=${await identityToRecipient(identity)}`);
  say(`BACKUP_SIGNING_KEY=${signingKey}`);
  say(`BACKUP_IDENTITY=${identity}`);
  say(`BACKUP_VERIFYING_KEY=${verifyingKey}`);
  say(
    "The first two are for the machine that backs up; the signing key is a secret. Keep the last two where passwords are: without them no backup can be read.",
  );
}

async function backUp(folderGiven: string | undefined): Promise<void> {
  const began = performance.now();
  const recipient = process.env.BACKUP_RECIPIENT;
  if (!recipient) throw new Error("BACKUP_RECIPIENT is not set: npm run backup -- new-key makes one.");
  const sign = openSigner(process.env.BACKUP_SIGNING_KEY);
  const store = await findStore(folderGiven, false);
  const takenAt = new Date();
  const name = nameOf(takenAt);
  const database = await findDatabase("backup");
  await inFolder(async (folder) => {
    const file = join(folder, name);
    const said = await withContent((client) =>
      writeBackup(file, {
        ...{ rows: readRows(database), files: contentFiles(client, join(folder, "content")) },
        ...{ recipient, takenAt, sign },
      }),
    );
    await store.put(name, file);
    const rows = Object.values(said.tables).reduce((sum, table) => sum + table.rows, 0);
    const { size } = await stat(file);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    say(
      `${name}: ${rows} rows and ${Object.keys(said.files).length} files of content, ${size} bytes, in ${seconds} s.`,
    );
  });
  for (const old of expired(await store.list(), takenAt)) {
    // A key may lack the right to delete, and a lock keeps a backup for its time: a rule of the bucket deletes it after 30 days.
    const isRemoved = await store.remove(old).then(
      () => true,
      (error: Error) => {
        if (/ answers (?:403|409)\b/.test(error.message)) return false;
        throw error;
      },
    );
    say(isRemoved ? `removed ${old}` : `${old} is past its time, and the bucket does not let it be removed`);
  }
}

await runOnDatabase(async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { to: { type: "string" } },
  });
  const [action, ...rest] = positionals;
  if (rest.length > 0 || (action !== undefined && action !== "new-key")) {
    throw new Error("Say npm run backup, npm run backup -- --to DIR, or npm run backup -- new-key.");
  }
  await (action ? makeKey() : backUp(values.to));
});
