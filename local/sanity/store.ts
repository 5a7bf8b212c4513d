import { editor } from "./accounts.ts";
import {
  type Caller,
  type Change,
  canRead,
  type Documents,
  type StoredDocument,
  type Transaction,
} from "./documents.ts";
import type { Journal, Snapshot } from "./journal.ts";
import { assertReferences } from "./references.ts";

type CommitOptions = { transactionId: string; dryRun?: boolean };

/**
 * The documents of the dataset by id, with their history. Transactions run one at a time, and count only once they are
 * in the journal.
 */
export class DocumentStore implements Documents {
  readonly #documents = new Map<string, StoredDocument>();
  readonly #transactions: Transaction[] = [];
  readonly #listeners = new Set<(transaction: Transaction) => void>();
  readonly #journal: Journal | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ documents, transactions }: Snapshot, journal?: Journal) {
    for (const transaction of toFirstTransactions(documents)) this.#apply(transaction);
    for (const { documents: after, ...transaction } of transactions) {
      const changes = Object.entries(after).map(([id, document]) => ({
        id,
        before: this.get(id) ?? null,
        after: document,
      }));
      this.#apply({ ...transaction, changes });
    }
    this.#journal = journal;
  }

  get(id: string): StoredDocument | undefined {
    return this.#documents.get(id);
  }

  all(): IterableIterator<StoredDocument> {
    return this.#documents.values();
  }

  /**
   * Returns the documents that a caller may read. Without a token these have ids without a dot, which excludes drafts
   * and versions.
   */
  listVisible(caller: Caller): StoredDocument[] {
    return [...this.#documents.values()].filter(({ _id }) => canRead(caller, _id));
  }

  /** All stored transactions, oldest first. */
  get history(): readonly Transaction[] {
    return this.#transactions;
  }

  /** Calls `listener` after each transaction. Returns the function that stops this. */
  listen(listener: (transaction: Transaction) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Runs `work` on the documents as one transaction. It is on disk when the promise is fulfilled. A rejected promise
   * means no change.
   */
  commit<Result>(
    commit: CommitOptions,
    work: (transaction: OpenTransaction) => Result | Promise<Result>,
  ): Promise<Result> {
    const result = this.#last.then(() => this.#commit(commit, work));
    // The caller gets the error; the next transaction begins after it.
    this.#last = result.catch(() => {});
    return result;
  }

  async #commit<Result>(
    { transactionId, dryRun }: CommitOptions,
    work: (transaction: OpenTransaction) => Result | Promise<Result>,
  ): Promise<Result> {
    const timestamp = this.#nextTimestamp();
    const transaction = new OpenTransaction(this, transactionId, timestamp);
    const result = await work(transaction);
    const changes = transaction.finish();
    if (dryRun || changes.length === 0) return result;
    const { mutations } = transaction;
    const entry = { id: transactionId, timestamp, author: editor.id, mutations };
    const documents = Object.fromEntries(changes.map(({ id, after }) => [id, after]));
    await this.#journal?.append({ ...entry, documents });
    const committedTransaction = { ...entry, changes };
    this.#apply(committedTransaction);
    for (const listener of this.#listeners) listener(committedTransaction);
    return result;
  }

  /**
   * Returns a timestamp after that of every earlier transaction, so that the history can tell transactions of one
   * millisecond apart.
   */
  #nextTimestamp(): string {
    const last = Date.parse(this.#transactions.at(-1)?.timestamp ?? "");
    return new Date(Math.max(Date.now(), (last || 0) + 1)).toISOString();
  }

  #apply(transaction: Transaction): void {
    this.#transactions.push(transaction);
    for (const { id, after } of transaction.changes) {
      if (after) this.#documents.set(id, after);
      else this.#documents.delete(id);
    }
  }
}

/**
 * Returns the documents before the first stored transaction, such as the launch copy, as transactions. The history of
 * each document starts there, so it can be restored.
 */
function toFirstTransactions(documents: readonly StoredDocument[]): Transaction[] {
  return [...Map.groupBy(documents, ({ _rev }) => _rev)]
    .map(([id, created]) => ({
      id,
      timestamp: created[0]?._updatedAt ?? "",
      author: editor.id,
      mutations: created.map((document) => ({ create: document })),
      changes: created.map((document) => ({ id: document._id, before: null, after: document })),
    }))
    .sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
}

/** The documents within a transaction, invisible to other callers. */
export class OpenTransaction implements Documents {
  /** The mutations so far. Each names the one document that it changes. */
  readonly mutations: object[] = [];
  readonly transactionId: string;
  readonly timestamp: string;
  readonly #before: Documents;
  readonly #changed = new Map<string, StoredDocument | null>();

  constructor(before: Documents, transactionId: string, timestamp: string) {
    this.#before = before;
    this.transactionId = transactionId;
    this.timestamp = timestamp;
  }

  get(id: string): StoredDocument | undefined {
    return (this.#changed.has(id) ? this.#changed.get(id) : this.#before.get(id)) ?? undefined;
  }

  all(): StoredDocument[] {
    const unchangedDocuments = [...this.#before.all()].filter(({ _id }) => !this.#changed.has(_id));
    return [...unchangedDocuments, ...[...this.#changed.values()].filter((document) => document !== null)];
  }

  /** Stores a document with this transaction as its revision. */
  put(document: { _id: string; _type: string; [field: string]: unknown }): StoredDocument {
    const { transactionId: _rev, timestamp } = this;
    const before = this.get(document._id);
    const _createdAt = (document._createdAt as string | undefined) ?? before?._createdAt ?? timestamp;
    const stored = { ...document, _createdAt, _updatedAt: timestamp, _rev };
    this.#changed.set(stored._id, stored);
    return stored;
  }

  remove(id: string): void {
    this.#changed.set(id, null);
  }

  /**
   * Returns the changes, one for each document.
   * @throws SanityError if a reference would lead nowhere
   */
  finish(): Change[] {
    const changes = [...this.#changed]
      .map(([id, after]) => ({ id, before: this.#before.get(id) ?? null, after }))
      .filter(({ before, after }) => before || after);
    assertReferences(this, changes);
    return changes;
  }
}
