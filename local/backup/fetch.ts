import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { AttachmentBucket } from "#local/cloudflare/attachments.ts";
import { say } from "#local/processes/terminal.ts";
import { checkBackup, type Manifest } from "./archive.ts";
import { restoreAttachments } from "./attachments.ts";
import { assertListed, checkList } from "./list.ts";
import { assertKnownSchema } from "./load.ts";
import { listBackups, toBackupName } from "./names.ts";
import { openVerifier } from "./signature.ts";
import type { Store } from "./store.ts";

const listShippedMigrations = async () =>
  (await readdir(new URL("../../migrations/", import.meta.url)))
    .filter((name) => name.endsWith(".sql"))
    .sort();

/** Returns the newest backup, and the one to restore: the newest that was taken by `at`, a time or `latest`. */
function chooseBackup(names: string[], at: string) {
  const time = at === "latest" ? Number.POSITIVE_INFINITY : Date.parse(at);
  if (Number.isNaN(time))
    throw new Error(`${at} is not a time: write it like 2026-11-23T02:15:00Z, or latest.`);
  const backups = listBackups(names);
  const [newest] = backups;
  const chosenBackup = backups.find(({ takenAt }) => takenAt.getTime() <= time);
  if (!newest || !chosenBackup) {
    const oldest = backups.at(-1)?.takenAt.toISOString();
    throw new Error(
      oldest
        ? `There is no backup of ${at} or before: the oldest is of ${oldest}.`
        : "The store has no backup.",
    );
  }
  return { newest, chosenBackup };
}

/** Fetches and verifies the backup to restore, and the newest one, which shows later erasures and revocations. */
export async function fetchBackups(store: Store, at: string, identity: string, folder: string) {
  const verify = openVerifier(process.env.BACKUP_VERIFYING_KEY);
  const names = await store.list();
  const isLatest = at === "latest" && names.length > 0;
  const { newestList, description } = await checkList(store, names, folder, verify, isLatest);
  const { newest, chosenBackup } = chooseBackup(names, at);
  const fetchBackup = async (name: string): Promise<[file: string, manifest: Manifest]> => {
    const file = join(folder, name);
    await store.get(name, file);
    const manifest = await checkBackup(file, identity, verify);
    await assertListed(newestList, name, file);
    if (toBackupName(new Date(manifest.takenAt)) === name) return [file, manifest];
    throw new Error(`${name} is a renamed backup of ${manifest.takenAt}.`);
  };
  const [file, manifest] = await fetchBackup(chosenBackup.name);
  assertKnownSchema(manifest, await listShippedMigrations());
  const [newestFile] = newest.name === chosenBackup.name ? [file] : await fetchBackup(newest.name);
  /** Puts the content of these files into a bucket, and prints which of them no backup has. */
  const restoreFiles = async (ids: string[], openTarget: () => Promise<AttachmentBucket>): Promise<void> => {
    if (ids.length === 0) return;
    const bucket = await openTarget();
    // A run after this backup may have stored the content again, and the first one is deleted earlier.
    const sources = [manifest.attachments, newestList?.attachments ?? {}];
    const missing = await restoreAttachments(ids, { store, sources, bucket, identity, folder }).finally(
      bucket.close,
    );
    say(`The content of ${ids.length - missing.length} of ${ids.length} files is restored.`);
    if (missing.length > 0) say(`The backup has no undamaged content of these files: ${missing.join(", ")}.`);
  };
  return { name: chosenBackup.name, file, manifest, newestFile, description, restoreFiles };
}
