import { randomBytes } from "node:crypto";
import { Mutation } from "@sanity/mutator";
import type { DatasetName, StoredDocument } from "./documents.ts";
import { createTransactionError, type MutationFailure, SanityError } from "./errors.ts";
import { runQuery } from "./query.ts";
import type { OpenTransaction } from "./store.ts";

type Attributes = { _id?: string; _type: string; [field: string]: unknown };
type Selection = { id?: string; query?: string; params?: Record<string, unknown> };
type Patch = Selection & { ifRevisionID?: string; [operation: string]: unknown };

/** An entry of a request's `mutations`. */
export type MutationRequest = {
  create?: Attributes;
  createOrReplace?: Attributes;
  createIfNotExists?: Attributes;
  patch?: Patch;
  delete?: Selection;
};

/** The result of a mutation for one document, as in the answer. */
export type Outcome = { id: string; operation: "create" | "update" | "delete" | "none" };

const creations = ["create", "createOrReplace", "createIfNotExists"] as const;

/** Returns a new identifier in the form of Sanity's ids of documents, keys and transactions. */
export const newId = () => randomBytes(11).toString("hex");

/**
 * Runs one mutation, which changes several documents if it has a query.
 * @throws SanityError 409 with Sanity's reason, 400 if it is malformed
 */
export async function runMutation(
  transaction: OpenTransaction,
  mutation: MutationRequest,
  dataset: DatasetName,
  kind: "mutation" | "action" = "mutation",
  index = 0,
): Promise<Outcome[]> {
  const toError = (failure: MutationFailure) => createTransactionError(kind, failure, index);
  const names = Object.keys(mutation);
  if (names.length !== 1) throw new SanityError(400, "A mutation has exactly one operation.");

  for (const name of creations) {
    const attributes = mutation[name];
    if (!attributes) continue;
    const document = withId(attributes);
    const { _id: id } = document;
    const isNew = !transaction.get(id);
    if (name === "create" && !isNew) {
      const description = `Document by ID "${id}" already exists`;
      throw toError({ type: "documentAlreadyExistsError", description, id });
    }
    if (name === "createIfNotExists" && !isNew) return [{ id, operation: "none" }];
    const { _rev, ...stored } = transaction.put(document);
    transaction.mutations.push({ [name]: stored });
    return [{ id, operation: isNew ? "create" : "update" }];
  }
  if (mutation.delete) {
    const ids = await selectIds(transaction, mutation.delete, dataset);
    return ids.filter((id) => transaction.get(id)).map((id) => removeDocument(transaction, id));
  }
  if (mutation.patch) {
    const { id: _id, query: _query, params: _params, ...patch } = mutation.patch;
    const ids = await selectIds(transaction, mutation.patch, dataset);
    return ids.map((id) => patchDocument(transaction, id, patch, toError));
  }
  throw new SanityError(400, `Unknown mutation "${names[0]}".`);
}

function removeDocument(transaction: OpenTransaction, id: string): Outcome {
  transaction.remove(id);
  transaction.mutations.push({ delete: { id } });
  return { id, operation: "delete" };
}

function patchDocument(
  transaction: OpenTransaction,
  id: string,
  { ifRevisionID, ...operations }: Patch,
  toError: (failure: MutationFailure) => SanityError,
): Outcome {
  const before = transaction.get(id);
  if (!before) {
    const description = `The document with the ID "${id}" was not found`;
    throw toError({ type: "documentNotFoundError", description, id });
  }
  if (ifRevisionID !== undefined && ifRevisionID !== before._rev) {
    throw toError({
      type: "documentRevisionIDDoesNotMatchError",
      description: `Document "${id}" has unexpected revision ID ("${before._rev}"), expected "${ifRevisionID}"`,
      id,
      currentRevisionID: before._rev,
      expectedRevisionID: ifRevisionID,
    });
  }
  transaction.put(applyPatch(before, { ...operations, id }));
  transaction.mutations.push({ patch: { ...operations, id } });
  return { id, operation: "update" };
}

/** Applies a patch to a document with Sanity's own library. A patch changes neither the id nor the type. */
function applyPatch(document: StoredDocument, patch: { id: string; [operation: string]: unknown }) {
  try {
    const after = new Mutation({ mutations: [{ patch: patch as never }] }).apply(document as never);
    const { _id, _type } = document;
    return { ...(after as unknown as StoredDocument), _id, _type };
  } catch (error) {
    throw new SanityError(400, `The patch cannot be applied: ${(error as Error).message}`);
  }
}

/** Returns a document to create, with a new id if the client leaves the id to the dataset. */
function withId(attributes: Attributes): Attributes & { _id: string } {
  if (typeof attributes?._type !== "string") throw new SanityError(400, "A document needs a _type.");
  const requestedId = attributes._id ?? "";
  // A prefix requests a generated id that starts with it.
  const _id = requestedId === "" || requestedId.endsWith(".") ? `${requestedId}${newId()}` : requestedId;
  if (!/^[\w-](?:[\w.-]{0,126}[\w-])?$/.test(_id)) throw new SanityError(400, `"${_id}" is no document id.`);
  return { ...attributes, _id };
}

/** Returns the ids of the documents that a patch or deletion selects, by an id or by a GROQ query. */
async function selectIds(
  transaction: OpenTransaction,
  { id, query, params = {} }: Selection,
  dataset: DatasetName,
): Promise<string[]> {
  if (id) return [id];
  if (!query) throw new SanityError(400, "A mutation names a document, or has a query.");
  const result = await runQuery(transaction.all(), { query, params, perspective: "raw" }, dataset);
  return (Array.isArray(result) ? result : [result]).flatMap((document) => document?._id ?? []);
}
