import type { DatasetName, StoredDocument } from "./documents.ts";
import { createTransactionError, type MutationFailure, SanityError } from "./errors.ts";
import { type MutationRequest, runMutation } from "./mutations.ts";
import { strengthenReferences } from "./references.ts";
import type { OpenTransaction } from "./store.ts";

/** An entry of a request's `actions`: an editor's action in Sanity's API. */
export type ActionRequest = { actionType: string; [parameter: string]: unknown };

type ErrorFn = (failure: MutationFailure) => SanityError;

/**
 * Runs one action of the Studio, such as publish or discard, on a document, its draft or both.
 * @throws SanityError 409 with Sanity's reason, 400 for an unsupported action
 */
export async function runAction(
  transaction: OpenTransaction,
  action: ActionRequest,
  dataset: DatasetName,
  index: number,
): Promise<void> {
  const toError: ErrorFn = (failure) => createTransactionError("action", failure, index);
  for (const mutation of toMutations(transaction, action, toError)) {
    await runMutation(transaction, mutation, dataset, "action", index);
  }
}

/** Returns the mutations that carry out an action, after the checks that Sanity makes for it. */
function toMutations(
  transaction: OpenTransaction,
  action: ActionRequest,
  toError: ErrorFn,
): MutationRequest[] {
  const getId = (name: string) => {
    const value = action[name];
    if (typeof value === "string" && value !== "") return value;
    throw new SanityError(400, `${action.actionType} needs ${name}.`);
  };
  const getExisting = (name: string) => {
    const document = transaction.get(getId(name));
    if (document) return document;
    const description = `The document with the ID "${getId(name)}" was not found`;
    throw toError({ type: "documentNotFoundError", description, id: getId(name) });
  };

  const attributes = action.attributes as { _id: string; _type: string };
  switch (action.actionType) {
    case "sanity.action.document.create":
      return [action.ifExists === "ignore" ? { createIfNotExists: attributes } : { create: attributes }];
    case "sanity.action.document.replaceDraft":
      return [{ createOrReplace: attributes }];
    case "sanity.action.document.edit": {
      const patch = { patch: { ...(action.patch as object), id: getId("draftId") } };
      if (transaction.get(getId("draftId"))) return [patch];
      const { _rev, _updatedAt, ...published } = getExisting("publishedId");
      return [{ create: { ...published, _id: getId("draftId") } }, patch];
    }
    case "sanity.action.document.publish": {
      const draft = getExisting("draftId");
      const published = transaction.get(getId("publishedId"));
      assertRevision(draft, action.ifDraftRevisionId, toError);
      if (published) assertRevision(published, action.ifPublishedRevisionId, toError);
      const { _rev, _updatedAt, ...content } = strengthenReferences(draft);
      const _createdAt = published?._createdAt ?? draft._createdAt;
      return [
        { createOrReplace: { ...content, _createdAt, _id: getId("publishedId") } },
        { delete: { id: draft._id } },
      ];
    }
    case "sanity.action.document.unpublish": {
      const { _rev, _updatedAt, ...published } = getExisting("publishedId");
      return [
        { createIfNotExists: { ...published, _id: getId("draftId") } },
        { delete: { id: published._id } },
      ];
    }
    case "sanity.action.document.delete": {
      const drafts = (action.includeDrafts ?? []) as string[];
      return [getExisting("publishedId")._id, ...drafts].map((id) => ({ delete: { id } }));
    }
    case "sanity.action.document.discard":
      return [{ delete: { id: getExisting("draftId")._id } }];
    case "sanity.action.document.version.discard":
      return [{ delete: { id: getExisting("versionId")._id } }];
    default:
      throw new SanityError(400, `The action "${action.actionType}" is not stood in for.`);
  }
}

/** Rejects an action if the document has changed since the Studio read it. */
function assertRevision(document: StoredDocument, expected: unknown, toError: ErrorFn): void {
  if (expected === undefined || expected === document._rev) return;
  throw toError({
    type: "documentRevisionIDDoesNotMatchError",
    description: `Document "${document._id}" has unexpected revision ID ("${document._rev}"), expected "${expected}"`,
    id: document._id,
  });
}
