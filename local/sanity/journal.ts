import { mkdir, open, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readJsonLines } from "#local/processes/lines.ts";
import type { StoredDocument } from "./documents.ts";

/** A transaction in the journal: the resulting documents, null for a removed one. */
export type JournalEntry = {
  id: string;
  timestamp: string;
  author: string;
  mutations: object[];
  documents: Record<string, StoredDocument | null>;
};

/** Documents, and the transactions that followed, oldest first. */
export type Snapshot = { documents: StoredDocument[]; transactions: JournalEntry[] };

// The number of transactions that the history panel can show. Older ones become part of the first line.
const maxTransactions = 2_000;

export type Journal = Awaited<ReturnType<typeof openJournal>>["journal"];

/**
 * Opens and compacts the file that stores the dataset in `directory`, and returns its content. The first line is a
 * snapshot of all documents. Each further line is a transaction, appended and synced to disk before it counts. A last
 * line that a kill cut short was never acknowledged and is put aside.
 * @param createFirst returns the documents of a new journal
 * @param createMissing returns documents that a later version needs, and the dataset of an earlier version lacks
 */
export async function openJournal(
  directory: string,
  createFirst: () => Promise<StoredDocument[]>,
  createMissing: (documents: readonly StoredDocument[]) => Promise<StoredDocument[]>,
) {
  await mkdir(directory, { recursive: true });
  const path = join(directory, "journal.ndjson");
  const existing = await readSnapshot(path);
  const documents = existing
    ? [...existing.documents, ...(await createMissing(existing.documents))]
    : await createFirst();
  const content = compact({ documents, transactions: existing?.transactions ?? [] });
  const lines = [content.documents, ...content.transactions].map((line) => `${JSON.stringify(line)}\n`);
  const text = Buffer.from(lines.join(""));

  // Written to a new file that then replaces the old one, so a kill leaves one of them complete.
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  const folder = await open(directory, "r");
  await folder.sync().finally(() => folder.close());
  const file = await open(path, "r+");
  let size = text.length;
  const journal = {
    /** Appends a transaction. The promise is fulfilled once it is on disk. */
    async append(entry: JournalEntry): Promise<void> {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`);
      try {
        await file.write(line, 0, line.length, size);
        await file.datasync();
        size += line.length;
      } catch (error) {
        // The next transaction overwrites this one.
        await file.truncate(size).catch(() => {});
        throw error;
      }
    },
    close: () => file.close(),
  };
  return { content, journal };
}

/** Reads a journal, or returns undefined without one. @throws Error that names a damaged line before the last */
async function readSnapshot(path: string): Promise<Snapshot | undefined> {
  const [documents, ...transactions] = await readJsonLines(path, 1);
  return documents ? ({ documents, transactions } as Snapshot) : undefined;
}

/** Applies the oldest transactions to the documents, so that at most `maxTransactions` remain. */
function compact({ documents, transactions }: Snapshot): Snapshot {
  const oldTransactions = transactions.slice(0, -maxTransactions);
  const byId = new Map(documents.map((document) => [document._id, document]));
  for (const [id, document] of oldTransactions.flatMap((entry) => Object.entries(entry.documents))) {
    if (document) byId.set(id, document);
    else byId.delete(id);
  }
  return { documents: [...byId.values()], transactions: transactions.slice(-maxTransactions) };
}
