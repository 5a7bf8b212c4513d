/** Identifies a dataset of a project. */
export type Place = { projectId: string; dataset: string };

/** A document as the stand-in for Sanity keeps it. */
export type StoredDocument = {
  _id: string;
  _type: string;
  _rev: string;
  _createdAt: string;
  _updatedAt: string;
  [field: string]: unknown;
};

/** Documents by id, as one sees them at some moment. */
export type Documents = {
  get(id: string): StoredDocument | undefined;
  all(): Iterable<StoredDocument>;
};

/** The change of one document in a transaction; null stands for a missing document. */
export type Change = { id: string; before: StoredDocument | null; after: StoredDocument | null };

/** Changes that were made together, or not at all. */
export type Transaction = {
  id: string;
  timestamp: string;
  author: string;
  /** As they were carried out, each about the one document that it names. */
  mutations: object[];
  changes: Change[];
};

/** The caller: a visitor without a token, or the holder of a token. */
export type Caller = "anonymous" | "authenticated";

/** Sanity's rule for a public dataset: an id with a dot in it (`drafts.home`) is private. */
export function maySee(caller: Caller, id: string): boolean {
  return caller === "authenticated" || !id.includes(".");
}
