import { createHash } from "node:crypto";
import { openAsBlob } from "node:fs";
import { open } from "node:fs/promises";
import { Decrypter, Encrypter } from "age-encryption";
import * as v from "valibot";
import { readLines } from "#local/processes/lines.ts";
import { type StoredAttachments, storedAttachments } from "./attachments.ts";
import { createSums, type Row, type Sum } from "./rows.ts";
import type { Signer, Verifier } from "./signature.ts";
import { restoredTables } from "./tables.ts";

const format = "vitrina-backup-4";
const signatureBytes = 64;
const sum = v.object({ rows: v.number(), sha256: v.string() });
const manifest = v.object({
  format: v.literal(format),
  takenAt: v.string(),
  migrations: v.array(v.string()),
  tables: v.record(v.string(), sum),
  /** SHA-256 of each file of the CMS export, by file name. */
  files: v.record(v.string(), v.string()),
  attachments: storedAttachments,
});
/** Describes a backup. It is the last line. */
export type Manifest = v.InferOutput<typeof manifest>;

/** A file of the CMS export. */
export type ContentFile = { name: string; bytes: Buffer };

/** A parsed line of a backup. In the file it is a kind, a tab, and JSON, which contains no tab or line feed. */
type Line = Row | { manifest: Manifest } | { file: ContentFile };

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const line = (kind: string, json: string) => `${kind}\t${json}\n`;

/**
 * Writes database rows and CMS files into the new backup `file`, which only its owner may read. The lines are
 * compressed, then encrypted for `recipient` with age. The file ends with the signature of all bytes before it, so a
 * restore decrypts and decompresses nothing that another machine made. The content of files is stored apart, by
 * `storeAttachments`, and the manifest names it.
 * @throws Error if a source fails; the file is not a valid backup then
 */
export async function writeBackup(
  file: string,
  sources: {
    rows: AsyncIterable<Row>;
    files: AsyncIterable<ContentFile>;
    /** Stores the content of the files with these ids. */
    storeAttachments: (ids: readonly string[]) => Promise<StoredAttachments>;
    recipient: string;
    takenAt: Date;
    sign: Signer;
  },
): Promise<Manifest> {
  const sums = createSums(restoredTables);
  const newManifest: Manifest = {
    format,
    takenAt: sources.takenAt.toISOString(),
    migrations: [],
    tables: {},
    files: {},
    attachments: {},
  };
  const attachmentIds: string[] = [];
  async function* lines() {
    for await (const row of sources.rows) {
      if (row.table === "schema_migrations") {
        newManifest.migrations.push((JSON.parse(row.row) as { name: string }).name);
        continue;
      }
      sums.add(row);
      if (row.table === "attachments") attachmentIds.push((JSON.parse(row.row) as { id: string }).id);
      yield line(row.table, row.row);
    }
    for await (const { name, bytes } of sources.files) {
      newManifest.files[name] = sha256(bytes);
      yield line("file", JSON.stringify([name, bytes.toString("base64")]));
    }
    newManifest.attachments = await sources.storeAttachments(attachmentIds);
    newManifest.tables = sums.getSums();
    yield line("manifest", JSON.stringify(newManifest));
  }
  const encrypter = new Encrypter();
  encrypter.addRecipient(sources.recipient);
  // Opened first, because the stream begins to read the database at once.
  const handle = await open(file, "wx", 0o600);
  try {
    const compressed = ReadableStream.from(lines())
      .pipeThrough(new TextEncoderStream())
      .pipeThrough(new CompressionStream("gzip"));
    const hash = createHash("sha256");
    for await (const chunk of await encrypter.encrypt(compressed)) {
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.writeFile(Buffer.from(sources.sign(hash.digest()), "base64"));
  } finally {
    await handle.close();
  }
  return newManifest;
}

/** Verifies the signature of the backup in `file`. @throws Error with one sentence if another machine made it */
async function verifyBackup(file: string, verify: Verifier): Promise<void> {
  const blob = await openAsBlob(file);
  const hash = createHash("sha256");
  for await (const chunk of blob.slice(0, -signatureBytes).stream()) hash.update(chunk);
  const signature = Buffer.from(await blob.slice(-signatureBytes).arrayBuffer());
  if (!verify(hash.digest(), signature.toString("base64")))
    throw new Error(
      "This backup is damaged, or was not made by this site: BACKUP_VERIFYING_KEY does not verify its signature. Take the one before it.",
    );
}

/**
 * Decrypts the verified backup in `file` with the age `identity`, and yields its lines.
 * @throws Error with one sentence for another identity, or a damaged file
 */
async function* readBackup(file: string, identity: string): AsyncGenerator<Line> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const ciphertext = (await openAsBlob(file)).slice(0, -signatureBytes).stream();
  const plaintext = await decrypter.decrypt(ciphertext).catch((error: Error) => {
    throw new Error(
      /identity|identities/.test(error.message)
        ? "BACKUP_IDENTITY does not open this backup: it was made for another BACKUP_RECIPIENT."
        : "This backup is damaged: take the one before it.",
      { cause: error },
    );
  });
  const bytes = plaintext.pipeThrough(new DecompressionStream("gzip"));
  try {
    for await (const text of readLines(bytes)) yield readLine(text);
  } catch (error) {
    throw new Error("This backup is damaged: take the one before it.", { cause: error });
  }
}

/** Parses a line of a backup. */
function readLine(text: string): Line {
  const tab = text.indexOf("\t");
  const kind = text.slice(0, tab);
  const json = text.slice(tab + 1);
  if (kind === "manifest") return { manifest: v.parse(manifest, JSON.parse(json)) };
  if (kind !== "file") return { table: kind, row: json };
  const [name, base64] = JSON.parse(json) as [string, string];
  return { file: { name, bytes: Buffer.from(base64, "base64") } };
}

/** Yields the rows of the backup in `file`. */
export async function* readBackupRows(file: string, identity: string): AsyncGenerator<Row> {
  for await (const entry of readBackup(file, identity)) if ("row" in entry) yield entry;
}

/** Yields the files of the CMS export in the backup in `file`. */
export async function* readBackupFiles(file: string, identity: string): AsyncGenerator<ContentFile> {
  for await (const entry of readBackup(file, identity)) if ("file" in entry) yield entry.file;
}

/** Allowed names of files of the CMS export: the documents, and pictures in one folder. */
const fileName = /^(?:content\.ndjson|images\/[\w-][\w.-]*)$/;

/** Rejects a table or file name that no backup of this site has, before a restore puts it into SQL or a path. */
function assertKnownEntry(entry: Row | { file: ContentFile }): void {
  const isKnown = "row" in entry ? restoredTables.includes(entry.table) : fileName.test(entry.file.name);
  if (isKnown) return;
  const name = "row" in entry ? entry.table : entry.file.name;
  throw new Error(`This backup has ${JSON.stringify(name.slice(0, 80))}, which no backup of this site has.`);
}

/**
 * Verifies the signature of a backup, reads it to its end, and compares its content with its manifest. Callers use nothing
 * from a backup before this.
 * @throws Error with one sentence
 */
export async function checkBackup(file: string, identity: string, verify: Verifier): Promise<Manifest> {
  const sums = createSums(restoredTables);
  const files: Record<string, string> = {};
  let statedManifest: Manifest | undefined;
  await verifyBackup(file, verify);
  for await (const entry of readBackup(file, identity)) {
    if ("manifest" in entry) statedManifest = entry.manifest;
    else {
      assertKnownEntry(entry);
      if ("row" in entry) sums.add(entry);
      else files[entry.file.name] = sha256(entry.file.bytes);
    }
  }
  if (!statedManifest) throw new Error("This backup is incomplete: take the one before it.");
  const actualSums = sums.getSums();
  const differences = [
    ...describeDifferences(statedManifest.tables, actualSums),
    ...Object.keys({ ...statedManifest.files, ...files }).filter(
      (name) => statedManifest.files[name] !== files[name],
    ),
  ];
  if (differences.length > 0)
    throw new Error(`This backup differs from its manifest (${differences}): take the one before it.`);
  return statedManifest;
}

/** Describes the tables that differ, with the expected and the actual number of rows. */
export const describeDifferences = (expected: Record<string, Sum>, actual: Record<string, Sum>): string[] =>
  Object.entries(expected)
    .filter(([table, { sha256 }]) => actual[table]?.sha256 !== sha256)
    .map(([table, { rows }]) => `${table}: ${rows} rows in the backup, ${actual[table]?.rows ?? 0} here`);
