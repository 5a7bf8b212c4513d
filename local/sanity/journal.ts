import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { StoredDocument } from "./documents.ts";

/** A transaction as it is written down: the documents as it left them, null where it removed one. */
export type Entry = {
  id: string;
  timestamp: string;
  author: string;
  mutations: object[];
  documents: Record<string, StoredDocument | null>;
};

/** Documents, and the transactions that followed, oldest first. */
export type Snapshot = { documents: StoredDocument[]; transactions: Entry[] };

// How much of the past the history panel can show. Older transactions become part of the first line.
const remembered = 2_000;

/**
 * The dataset on disk: a file whose first line is a snapshot of all documents and each further line one
 * transaction, appended and forced to disk before it counts.
 */
export class Journal {
  readonly #file: FileHandle;
  #size: number;

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  /**
   * Opens the journal in `directory`, compacted, with what it holds. Where there is none yet, it begins with
   * what `first` answers; what there is gets what `missing` answers, so that a dataset that an earlier version of the product began
   * has what a later one needs. A last line that a kill has cut short was never acknowledged and is dropped.
   */
  static async open(
    directory: string,
    first: () => Promise<StoredDocument[]>,
    missing: (documents: readonly StoredDocument[]) => Promise<StoredDocument[]>,
  ) {
    await mkdir(directory, { recursive: true });
    const path = join(directory, "journal.ndjson");
    const found = await read(path);
    const documents = found ? [...found.documents, ...(await missing(found.documents))] : await first();
    const held = compact({ documents, transactions: found?.transactions ?? [] });
    const lines = [held.documents, ...held.transactions].map((line) => `${JSON.stringify(line)}\n`);
    const text = Buffer.from(lines.join(""));

    // Written beside the old one and put in its place, so that a kill leaves one of the two whole.
    const fresh = await open(`${path}.new`, "w", 0o600);
    await fresh.writeFile(text);
    await fresh.sync();
    await fresh.close();
    await rename(`${path}.new`, path);
    const folder = await open(directory, "r");
    await folder.sync().finally(() => folder.close());
    return { held, journal: new Journal(await open(path, "r+"), text.length) };
  }

  /** Writes a transaction down; it is on disk when the promise is fulfilled. */
  async append(entry: Entry): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    try {
      await this.#file.write(line, 0, line.length, this.#size);
      await this.#file.datasync();
      this.#size += line.length;
    } catch (error) {
      // The next one takes this one's place.
      await this.#file.truncate(this.#size).catch(() => {});
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

async function read(path: string): Promise<Snapshot | undefined> {
  const lines: string[] = [];
  try {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      lines.push(line);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  const [documents, ...transactions] = lines.flatMap((line, index) => {
    try {
      return [JSON.parse(line)];
    } catch (cause) {
      if (index > 0 && index === lines.length - 1) return [];
      throw new Error(`Line ${index + 1} of ${path} is damaged.`, { cause });
    }
  });
  return documents ? { documents, transactions } : undefined;
}

function compact({ documents, transactions }: Snapshot): Snapshot {
  const old = transactions.slice(0, -remembered);
  if (old.length === 0) return { documents, transactions };
  const byId = new Map(documents.map((document) => [document._id, document]));
  for (const [id, document] of old.flatMap((entry) => Object.entries(entry.documents))) {
    if (document) byId.set(id, document);
    else byId.delete(id);
  }
  return { documents: [...byId.values()], transactions: transactions.slice(-remembered) };
}
