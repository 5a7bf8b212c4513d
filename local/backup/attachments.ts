import { createWriteStream, openAsBlob } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Decrypter, Encrypter } from "age-encryption";
import * as v from "valibot";
import { dayMs } from "#functions/kernel/durations.ts";
import type { AttachmentBucket } from "#local/cloudflare/attachments.ts";
import { toAttachmentName, toBackupTime } from "./names.ts";
import { hashFile, type Store } from "./store.ts";

/**
 * Age from which the content of a file is stored again. The store deletes everything after 30 days, and a backup may be
 * restored that long.
 */
const refreshMs = 7 * dayMs;

/** The encrypted content of files in the store of backups, by id: its name there, and the SHA-256 of its bytes. */
export const storedAttachments = v.record(v.string(), v.object({ name: v.string(), sha256: v.string() }));
export type StoredAttachments = v.InferOutput<typeof storedAttachments>;

/** The result of `storeAttachments`. */
export type AttachmentReport = {
  stored: StoredAttachments;
  /** The number of files that this run stored. */
  added: number;
  /** The ids of files that the bucket lacks. */
  missing: string[];
  /** The error that ended the run early, in one sentence. */
  fault: string | null;
};

/**
 * Stores the content of the files with these ids, one at a time, encrypted for `recipient`. Content never changes under
 * an id, so a file that a backup of the last seven days stored is not read again.
 */
export async function storeAttachments(
  ids: readonly string[],
  options: {
    store: Store;
    /** The content that the previous list names. */
    earlier: StoredAttachments;
    openBucket: () => Promise<AttachmentBucket>;
    recipient: string;
    takenAt: Date;
    /** A temporary folder. */
    folder: string;
  },
): Promise<AttachmentReport> {
  const { store, earlier, openBucket, takenAt } = options;
  const names = new Set(await store.list());
  const earlierEntries = ids.flatMap((id) => {
    const entry = earlier[id];
    return entry && names.has(entry.name) ? [[id, entry] as const] : [];
  });
  const isFresh = (name = "") => takenAt.getTime() - (toBackupTime(name, "file")?.getTime() ?? 0) < refreshMs;
  const report: AttachmentReport = {
    stored: Object.fromEntries(earlierEntries),
    added: 0,
    missing: [],
    fault: null,
  };
  const dueIds = ids.filter((id) => !isFresh(report.stored[id]?.name));
  if (dueIds.length === 0) return report;
  try {
    const bucket = await openBucket();
    try {
      for (const id of dueIds) {
        const content = await bucket.read(id);
        if (content) {
          report.stored[id] = await storeContent(id, content, options);
          report.added += 1;
        } else report.missing.push(id);
      }
    } finally {
      await bucket.close();
    }
  } catch (error) {
    report.fault = (error as Error).message;
  }
  return report;
}

/** Encrypts and stores the content of a file. */
async function storeContent(
  id: string,
  content: ReadableStream<Uint8Array>,
  { store, recipient, takenAt, folder }: { store: Store; recipient: string; takenAt: Date; folder: string },
) {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const file = join(folder, id);
  try {
    await pipeline(await encrypter.encrypt(content), createWriteStream(file, { mode: 0o600 }));
    const name = toAttachmentName(takenAt, id);
    await store.put(name, file);
    return { name, sha256: await hashFile(file) };
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * Puts the content of the files with these ids into the bucket, one at a time, from the first of the `sources` whose
 * stored bytes have the stated SHA-256. It decrypts nothing else.
 * @returns the ids of files without such a source
 */
export async function restoreAttachments(
  ids: readonly string[],
  options: {
    store: Store;
    sources: StoredAttachments[];
    bucket: AttachmentBucket;
    identity: string;
    folder: string;
  },
): Promise<string[]> {
  const { store, sources, bucket, identity, folder } = options;
  const missing: string[] = [];
  for (const id of ids) {
    const [encrypted, content] = [join(folder, `${id}.file`), join(folder, id)];
    try {
      if (await fetchFirst(id, { store, sources, file: encrypted })) {
        const decrypter = new Decrypter();
        decrypter.addIdentity(identity);
        const plaintext = await decrypter.decrypt((await openAsBlob(encrypted)).stream());
        await pipeline(plaintext, createWriteStream(content, { mode: 0o600 }));
        await bucket.write(id, content);
      } else missing.push(id);
    } finally {
      for (const file of [encrypted, content]) await rm(file, { force: true });
    }
  }
  return missing;
}

/** Fetches the first undamaged source of a file; returns whether there is one. @throws Error if the store is away */
async function fetchFirst(
  id: string,
  { store, sources, file }: { store: Store; sources: StoredAttachments[]; file: string },
): Promise<boolean> {
  for (const source of sources) {
    const entry = source[id];
    if (!entry) continue;
    // The store may have deleted it.
    const isFetched = await store.get(entry.name, file).then(
      () => true,
      (error: Error) => {
        if (/ answers 404\b|^ENOENT/.test(error.message)) return false;
        throw error;
      },
    );
    if (isFetched && (await hashFile(file)) === entry.sha256) return true;
  }
  return false;
}
