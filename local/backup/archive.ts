import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StringDecoder } from "node:string_decoder";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import * as v from "valibot";
import { openSums, type Row, type Sum } from "./rows.ts";
import { restoredTables } from "./tables.ts";

const format = "vitrina-backup-1";
const sum = v.object({ rows: v.number(), sha256: v.string() });
const manifest = v.object({
  format: v.literal(format),
  takenAt: v.string(),
  migrations: v.array(v.string()),
  tables: v.record(v.string(), sum),
  /** SHA-256 of each file of the CMS's export, by its name. */
  files: v.record(v.string(), v.string()),
});
/** What a backup says of itself, in its last line. */
export type Manifest = v.InferOutput<typeof manifest>;

/** A file of the CMS's export. */
export type ContentFile = { name: string; bytes: Buffer };

/** A line: what it is of, and JSON, which has no tab and no line feed in it. */
type Line = Row | { manifest: Manifest } | { file: ContentFile };

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const line = (kind: string, json: string) => `${kind}\t${json}\n`;

/**
 * Writes a backup to a new `file` that only its owner may read: lines, packed, and encrypted for the holder of the identity (age).
 * @throws Error where a source ends in the middle; the file is no backup then
 */
export async function writeBackup(
  file: string,
  sources: { rows: AsyncIterable<Row>; files: AsyncIterable<ContentFile>; recipient: string; takenAt: Date },
): Promise<Manifest> {
  const sums = openSums(restoredTables);
  const said: Manifest = {
    ...{ format, takenAt: sources.takenAt.toISOString() },
    ...{ migrations: [], tables: {}, files: {} },
  };
  async function* lines() {
    for await (const row of sources.rows) {
      if (row.table === "schema_migrations") {
        said.migrations.push((JSON.parse(row.row) as { name: string }).name);
        continue;
      }
      sums.add(row);
      yield line(row.table, row.row);
    }
    for await (const { name, bytes } of sources.files) {
      said.files[name] = sha256(bytes);
      yield line("file", JSON.stringify([name, bytes.toString("base64")]));
    }
    said.tables = sums.take();
    yield line("manifest", JSON.stringify(said));
  }
  const encrypter = new Encrypter();
  encrypter.addRecipient(sources.recipient);
  const packed = createGzip();
  const packing = pipeline(Readable.from(lines()), packed);
  // Whoever reads the packed lines is told of it as well.
  packing.catch(() => {});
  const encrypted = await encrypter.encrypt(Readable.toWeb(packed) as ReadableStream<Uint8Array>);
  await pipeline(
    Readable.fromWeb(encrypted as Parameters<typeof Readable.fromWeb>[0]),
    createWriteStream(file, { mode: 0o600, flags: "wx" }),
  );
  await packing;
  return said;
}

/** The lines of the backup in `file`. @throws Error with one sentence for another identity, and for a file that is damaged or not whole */
async function* readBackup(file: string, identity: string): AsyncGenerator<Line> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const encrypted = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  const decrypted = await decrypter.decrypt(encrypted).catch((error: Error) => {
    throw new Error(
      /identity|identities/.test(error.message)
        ? "BACKUP_IDENTITY does not open this backup: it was made for another BACKUP_RECIPIENT."
        : "This backup is damaged: take the one before it.",
      { cause: error },
    );
  });
  const lines = createGunzip();
  const unpacking = pipeline(Readable.fromWeb(decrypted as Parameters<typeof Readable.fromWeb>[0]), lines);
  unpacking.catch(() => {});
  const decoder = new StringDecoder("utf8");
  let rest = "";
  try {
    for await (const chunk of lines) {
      const parts = (rest + decoder.write(chunk as Buffer)).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) yield readLine(part);
    }
    await unpacking;
  } catch (error) {
    throw new Error("This backup is damaged: take the one before it.", { cause: error });
  }
}

function readLine(text: string): Line {
  const tab = text.indexOf("\t");
  const kind = text.slice(0, tab);
  const json = text.slice(tab + 1);
  if (kind === "manifest") return { manifest: v.parse(manifest, JSON.parse(json)) };
  if (kind !== "file") return { table: kind, row: json };
  const [name, base64] = JSON.parse(json) as [string, string];
  return { file: { name, bytes: Buffer.from(base64, "base64") } };
}

/** The rows of the backup in `file`. */
export async function* rowsIn(file: string, identity: string): AsyncGenerator<Row> {
  for await (const each of readBackup(file, identity)) if ("row" in each) yield each;
}

/** The files of the CMS's export in the backup in `file`. */
export async function* filesIn(file: string, identity: string): AsyncGenerator<ContentFile> {
  for await (const each of readBackup(file, identity)) if ("file" in each) yield each.file;
}

/** Reads a backup to its end and compares what it has with what it says. @throws Error with one sentence */
export async function checkBackup(file: string, identity: string): Promise<Manifest> {
  const sums = openSums(restoredTables);
  const files: Record<string, string> = {};
  let said: Manifest | undefined;
  for await (const each of readBackup(file, identity)) {
    if ("row" in each) sums.add(each);
    else if ("file" in each) files[each.file.name] = sha256(each.file.bytes);
    else said = each.manifest;
  }
  if (!said) throw new Error("This backup is not whole: take the one before it.");
  const found = sums.take();
  const differing = [
    ...differences(said.tables, found),
    ...Object.keys(said.files).filter((name) => said.files[name] !== files[name]),
  ];
  if (differing.length > 0)
    throw new Error(`This backup is not what it says (${differing}): take the one before it.`);
  return said;
}

/** The tables that have something else, each with how many rows were expected and found. */
export const differences = (expected: Record<string, Sum>, found: Record<string, Sum>): string[] =>
  Object.entries(expected)
    .filter(([table, { sha256 }]) => found[table]?.sha256 !== sha256)
    .map(([table, { rows }]) => `${table}: ${rows} rows in the backup, ${found[table]?.rows ?? 0} here`);
