/** A document as the Lake keeps it. */
export type StoredDocument = {
  _id: string;
  _type: string;
  _rev: string;
  _createdAt: string;
  _updatedAt: string;
  [field: string]: unknown;
};

/** The documents of the dataset, by id. Everything that reads them goes through here, and so will what writes. */
export class DocumentStore {
  readonly #documents = new Map<string, StoredDocument>();

  constructor(documents: Iterable<StoredDocument> = []) {
    for (const document of documents) this.#documents.set(document._id, document);
  }

  get(id: string): StoredDocument | undefined {
    return this.#documents.get(id);
  }

  /** What one caller may see: without a token, only the ids at the root, which leaves out drafts and versions. */
  visibleTo(caller: Caller): StoredDocument[] {
    return [...this.#documents.values()].filter(({ _id }) => maySee(caller, _id));
  }
}

/** Who asks: a visitor without a token, or the holder of the token. */
export type Caller = "anonymous" | "authenticated";

/** Sanity's rule for a public dataset: an id with a dot in it (`drafts.home`) is private. */
export function maySee(caller: Caller, id: string): boolean {
  return caller === "authenticated" || !id.includes(".");
}
