import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StringDecoder } from "node:string_decoder";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import * as v from "valibot";
import { openSums, type Row, type Sum } from "./rows.ts";
import type { Signer, Verifier } from "./signature.ts";
import { restoredTables } from "./tables.ts";

const format = "vitrina-backup-2";
const sum = v.object({ rows: v.number(), sha256: v.string() });
const manifest = v.object({
  format: v.literal(format),
  takenAt: v.string(),
  migrations: v.array(v.string()),
  tables: v.record(v.string(), sum),
  /** SHA-256 of each file of the CMS export, by file name. */
  files: v.record(v.string(), v.string()),
});
/** Describes a backup. It is the last line before the signature. */
export type Manifest = v.InferOutput<typeof manifest>;

/** A file of the CMS export. */
export type ContentFile = { name: string; bytes: Buffer };

/** A parsed line of a backup. In the file it is a kind, a tab, and JSON, which contains no tab or line feed. */
type Line = Row | { manifest: Manifest } | { file: ContentFile } | { signature: string; digest: Buffer };

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const line = (kind: string, json: string) => `${kind}\t${json}\n`;

/**
 * Writes a backup to the new file `file`, which only its owner may read. Its lines are signed, compressed, and
 * encrypted for the recipient (age).
 * @throws Error if a source fails; the file is not a valid backup then
 */
export async function writeBackup(
  file: string,
  sources: {
    rows: AsyncIterable<Row>;
    files: AsyncIterable<ContentFile>;
    recipient: string;
    takenAt: Date;
    sign: Signer;
  },
): Promise<Manifest> {
  const sums = openSums(restoredTables);
  const said: Manifest = {
    format,
    takenAt: sources.takenAt.toISOString(),
    migrations: [],
    tables: {},
    files: {},
  };
  const hash = createHash("sha256");
  const hashed = (text: string) => {
    hash.update(text);
    return text;
  };
  async function* lines() {
    for await (const row of sources.rows) {
      if (row.table === "schema_migrations") {
        said.migrations.push((JSON.parse(row.row) as { name: string }).name);
        continue;
      }
      sums.add(row);
      yield hashed(line(row.table, row.row));
    }
    for await (const { name, bytes } of sources.files) {
      said.files[name] = sha256(bytes);
      yield hashed(line("file", JSON.stringify([name, bytes.toString("base64")])));
    }
    said.tables = sums.take();
    yield hashed(line("manifest", JSON.stringify(said)));
    yield line("signature", JSON.stringify(sources.sign(hash.digest())));
  }
  const encrypter = new Encrypter();
  encrypter.addRecipient(sources.recipient);
  const packed = createGzip();
  const packing = pipeline(Readable.from(lines()), packed);
  // The reader of the compressed stream gets the same error.
  packing.catch(() => {});
  const encrypted = await encrypter.encrypt(Readable.toWeb(packed) as ReadableStream<Uint8Array>);
  await pipeline(
    Readable.fromWeb(encrypted as Parameters<typeof Readable.fromWeb>[0]),
    createWriteStream(file, { mode: 0o600, flags: "wx" }),
  );
  await packing;
  return said;
}

/**
 * Yields the lines of the backup in `file`.
 * @throws Error with one sentence for another identity, or a damaged or truncated file
 */
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
  const hash = createHash("sha256");
  let rest = "";
  try {
    for await (const chunk of lines) {
      const parts = (rest + decoder.write(chunk as Buffer)).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        const read = readLine(part);
        if (typeof read === "string") yield { signature: read, digest: hash.copy().digest() };
        else yield read;
        hash.update(`${part}\n`);
      }
    }
    await unpacking;
  } catch (error) {
    throw new Error("This backup is damaged: take the one before it.", { cause: error });
  }
}

/** Parses a line. A signature is returned as a string. */
function readLine(text: string): Exclude<Line, { signature: string }> | string {
  const tab = text.indexOf("\t");
  const kind = text.slice(0, tab);
  const json = text.slice(tab + 1);
  if (kind === "signature") return v.parse(v.string(), JSON.parse(json));
  if (kind === "manifest") return { manifest: v.parse(manifest, JSON.parse(json)) };
  if (kind !== "file") return { table: kind, row: json };
  const [name, base64] = JSON.parse(json) as [string, string];
  return { file: { name, bytes: Buffer.from(base64, "base64") } };
}

/** Yields the rows of the backup in `file`. */
export async function* rowsIn(file: string, identity: string): AsyncGenerator<Row> {
  for await (const each of readBackup(file, identity)) if ("row" in each) yield each;
}

/** Yields the files of the CMS export in the backup in `file`. */
export async function* filesIn(file: string, identity: string): AsyncGenerator<ContentFile> {
  for await (const each of readBackup(file, identity)) if ("file" in each) yield each.file;
}

/** Allowed names of files of the CMS export: the documents, and pictures in one folder. */
const fileName = /^(?:content\.ndjson|images\/[\w-][\w.-]*)$/;

function assertKnownPlace(place: Row | { file: ContentFile }): void {
  const isKnown = "row" in place ? restoredTables.includes(place.table) : fileName.test(place.file.name);
  if (isKnown) return;
  const name = "row" in place ? place.table : place.file.name;
  throw new Error(`This backup has ${JSON.stringify(name.slice(0, 80))}, which no backup of this site has.`);
}

/**
 * Reads a backup to its end, verifies its signature, and compares its content with its manifest. Callers use nothing
 * from a backup before this.
 * @throws Error with one sentence
 */
export async function checkBackup(file: string, identity: string, verify: Verifier): Promise<Manifest> {
  const sums = openSums(restoredTables);
  const files: Record<string, string> = {};
  let said: Manifest | undefined;
  let isSigned = false;
  for await (const each of readBackup(file, identity)) {
    if (isSigned) throw notOurs();
    if ("signature" in each) {
      isSigned = verify(each.digest, each.signature);
      if (!isSigned) throw notOurs();
    } else if ("manifest" in each) said = each.manifest;
    else {
      assertKnownPlace(each);
      if ("row" in each) sums.add(each);
      else files[each.file.name] = sha256(each.file.bytes);
    }
  }
  if (said && !isSigned) throw notOurs();
  if (!said) throw new Error("This backup is not whole: take the one before it.");
  const found = sums.take();
  const differing = [
    ...differences(said.tables, found),
    ...Object.keys({ ...said.files, ...files }).filter((name) => said.files[name] !== files[name]),
  ];
  if (differing.length > 0)
    throw new Error(`This backup is not what it says (${differing}): take the one before it.`);
  return said;
}

const notOurs = () =>
  new Error(
    "This backup was not made by this site: BACKUP_VERIFYING_KEY does not verify its signature. Take another one.",
  );

/** Describes the tables that differ, with the expected and the actual number of rows. */
export const differences = (expected: Record<string, Sum>, found: Record<string, Sum>): string[] =>
  Object.entries(expected)
    .filter(([table, { sha256 }]) => found[table]?.sha256 !== sha256)
    .map(([table, { rows }]) => `${table}: ${rows} rows in the backup, ${found[table]?.rows ?? 0} here`);
