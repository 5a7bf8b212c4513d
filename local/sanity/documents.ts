/** Identifies a dataset of a project. */
export type DatasetName = { projectId: string; dataset: string };

/** A document as the stand-in for Sanity stores it. */
export type StoredDocument = {
  _id: string;
  _type: string;
  _rev: string;
  _createdAt: string;
  _updatedAt: string;
  [field: string]: unknown;
};

/** Documents by id, as of some moment. */
export type Documents = {
  get(id: string): StoredDocument | undefined;
  all(): Iterable<StoredDocument>;
};

/** The change of one document in a transaction; null stands for a missing document. */
export type Change = { id: string; before: StoredDocument | null; after: StoredDocument | null };

/** Changes that are applied together or not at all. */
export type Transaction = {
  id: string;
  timestamp: string;
  author: string;
  /** In the order in which they ran. Each names the one document that it changes. */
  mutations: object[];
  changes: Change[];
};

/** The caller: a visitor without a token, or the holder of a token. */
export type Caller = "anonymous" | "authenticated";

/**
 * Returns whether a caller may read an id. In a public dataset of Sanity, an id with a dot (`drafts.home`) is private.
 */
export function canRead(caller: Caller, id: string): boolean {
  return caller === "authenticated" || !id.includes(".");
}
