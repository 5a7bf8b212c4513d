import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { dayMs, hourMs } from "#functions/kernel/durations.ts";
import { type StoredAttachments, storedAttachments } from "./attachments.ts";
import { listBackups, listExpired, retentionDays, toBackupTime, toListName } from "./names.ts";
import type { Signer, Verifier } from "./signature.ts";
import { hashFile, type Store } from "./store.ts";

/** Age from which the newest list is too old for `latest`: a backup is made every night. */
const maxAgeMs = 2 * dayMs;

const listedBackup = v.object({ name: v.string(), sha256: v.string() });
const backupList = v.object({
  format: v.literal("vitrina-backup-list-2"),
  /** Grows by one with each run. */
  number: v.number(),
  takenAt: v.string(),
  /** The backups that have not expired, newest first. */
  backups: v.tupleWithRest([listedBackup], listedBackup),
  attachments: storedAttachments,
});
/** The backups of a store, according to the machine that backs up. Its file is JSON, a line feed, and its signature. */
type BackupList = v.InferOutput<typeof backupList>;

const digestOf = (json: string) => createHash("sha256").update(json).digest();

/** Tells whether the bucket's own rule may have deleted a backup, one day before its last. */
const isNearItsEnd = (name: string) =>
  Date.now() - (toBackupTime(name)?.getTime() ?? 0) > (retentionDays - 1) * dayMs;

/** Reads a list. Returns null if another machine made it, or if it was renamed. */
async function readList(
  store: Store,
  name: string,
  folder: string,
  verify: Verifier,
): Promise<BackupList | null> {
  const file = join(folder, name);
  await store.get(name, file);
  const [json = "", signature = ""] = (await readFile(file, "utf8")).split("\n");
  if (!verify(digestOf(json), signature)) return null;
  const list = v.parse(backupList, JSON.parse(json));
  return toListName(new Date(list.takenAt)) === name ? list : null;
}

/** Reads the newest list of this site, for the next run; null without one. */
export async function readPreviousList(
  store: Store,
  folder: string,
  verify: Verifier,
): Promise<BackupList | null> {
  for (const { name } of listBackups(await store.list(), "list")) {
    const list = await readList(store, name, folder, verify);
    if (list) return list;
  }
  return null;
}

type NewBackup = {
  name: string;
  file: string;
  takenAt: Date;
  attachments: StoredAttachments;
  folder: string;
  sign: Signer;
};

/**
 * Stores a new list with the stored backup `name` and the backups of the previous list. The bucket may lock files, so
 * each run writes a file of its own.
 * @returns the number of the list
 */
export async function writeList(
  store: Store,
  previousList: BackupList | null,
  { name, file: backupFile, takenAt, attachments, folder, sign }: NewBackup,
): Promise<number> {
  const names = await store.list();
  const previousBackups = previousList?.backups ?? [];
  // The backups that this run removes depend on all stored names.
  const knownNames = new Set([...names, ...previousBackups.map((entry) => entry.name)]);
  const expiredNames = listExpired([...knownNames], takenAt);
  const list: BackupList = {
    format: "vitrina-backup-list-2",
    number: (previousList?.number ?? 0) + 1,
    takenAt: takenAt.toISOString(),
    backups: [
      { name, sha256: await hashFile(backupFile) },
      ...previousBackups.filter((entry) => !expiredNames.includes(entry.name)),
    ],
    attachments,
  };
  const json = JSON.stringify(list);
  const file = join(folder, "list");
  await writeFile(file, `${json}\n${sign(digestOf(json))}`, { mode: 0o600 });
  await store.put(toListName(takenAt), file);
  return list.number;
}

/**
 * Reads the newest list among the stored `names`.
 * @throws Error with one sentence if it is missing, has a wrong signature, or contradicts the names
 */
async function readNewestList(
  store: Store,
  names: string[],
  folder: string,
  verify: Verifier,
): Promise<BackupList> {
  const listName = listBackups(names, "list")[0]?.name;
  if (!listName) throw new Error("The store has no signed list of its backups, so newer ones may be hidden.");
  const list = await readList(store, listName, folder, verify);
  if (!list)
    throw new Error(`${listName} was not made by this site: BACKUP_VERIFYING_KEY does not verify it.`);
  const missingBackup = list.backups.find(({ name }) => !names.includes(name) && !isNearItsEnd(name));
  if (missingBackup)
    throw new Error(`The store has no ${missingBackup.name}, which the signed list ${listName} names.`);
  const newestName = listBackups(names)[0]?.name;
  if (newestName !== list.backups[0].name)
    throw new Error(`${newestName} is newer than the newest signed list, ${listName}.`);
  return list;
}

/**
 * Returns the newest signed list, null if the list is missing or faulty. `description` is a sentence with the number
 * and age of the list, or with the fault. Only the number and the age reveal an older state of the whole bucket.
 * @param isRequired whether a missing, faulty or old list is an error. `latest` requires the list. An operator who
 * names a time chooses the backup without a list.
 * @throws Error with one sentence if the list is required, and is missing, faulty or older than two days
 */
export async function checkList(
  store: Store,
  names: string[],
  folder: string,
  verify: Verifier,
  isRequired: boolean,
): Promise<{ newestList: BackupList | null; description: string }> {
  try {
    const newestList = await readNewestList(store, names, folder, verify);
    const ageMs = Date.now() - Date.parse(newestList.takenAt);
    const description = `The newest signed list is number ${newestList.number} of ${newestList.takenAt}, ${Math.floor(ageMs / hourMs)} h old`;
    if (isRequired && ageMs > maxAgeMs)
      throw new Error(`${description}: newer backups may be hidden, because one is made every night.`);
    return { newestList, description: `${description}: compare the number with the last nightly run.` };
  } catch (error) {
    const { message } = error as Error;
    if (!isRequired) return { newestList: null, description: message };
    throw new Error(
      `${message} Name a time instead of latest: npm run restore -- --dry-run lists the backups.`,
      { cause: error },
    );
  }
}

/** Rejects a backup in `file` whose SHA-256 differs from the list's. */
export async function assertListed(newestList: BackupList | null, name: string, file: string): Promise<void> {
  const entry = newestList?.backups.find((backup) => backup.name === name);
  if (entry && entry.sha256 !== (await hashFile(file)))
    throw new Error(`${name} is not the file that the signed list names.`);
}
