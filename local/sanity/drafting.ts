import type { Change, Documents, StoredDocument } from "./documents.ts";
import { assertReferences } from "./references.ts";

/** The documents as they are while a transaction is being carried out: no one else sees them. */
export class Drafting implements Documents {
  /** What has been done so far, each about the one document that it names. */
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
    const others = [...this.#before.all()].filter(({ _id }) => !this.#changed.has(_id));
    return [...others, ...[...this.#changed.values()].filter((document) => document !== null)];
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
   * The outcome, document by document.
   * @throws Failure when a reference would lead nowhere
   */
  finish(): Change[] {
    const changes = [...this.#changed]
      .map(([id, after]) => ({ id, before: this.#before.get(id) ?? null, after }))
      .filter(({ before, after }) => before || after);
    assertReferences(this, changes);
    return changes;
  }
}
