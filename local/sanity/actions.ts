import type { DatasetName, StoredDocument } from "./documents.ts";
import { createTransactionError, type MutationFailure, SanityError } from "./errors.ts";
import { type MutationRequest, runMutation } from "./mutations.ts";
import { strengthenReferences } from "./references.ts";
import type { OpenTransaction } from "./store.ts";

/** An entry of a request's `actions`: an editor's action in Sanity's API. */
export type ActionRequest = { actionType: string; [parameter: string]: unknown };

type RefuseFn = (failure: MutationFailure) => SanityError;

/**
 * Runs one action on a document, its draft or both.
 * @throws SanityError 409 with Sanity's reason, 400 for an unsupported action
 */
export async function runAction(
  drafting: OpenTransaction,
  action: ActionRequest,
  location: DatasetName,
  index: number,
): Promise<void> {
  const refuse: RefuseFn = (failure) => createTransactionError("action", failure, index);
  for (const mutation of toMutations(drafting, action, refuse)) {
    await runMutation(drafting, mutation, location, "action", index);
  }
}

function toMutations(drafting: OpenTransaction, action: ActionRequest, refuse: RefuseFn): MutationRequest[] {
  const getId = (name: string) => {
    const value = action[name];
    if (typeof value === "string" && value !== "") return value;
    throw new SanityError(400, `${action.actionType} needs ${name}.`);
  };
  const getExisting = (name: string) => {
    const document = drafting.get(getId(name));
    if (document) return document;
    const description = `The document with the ID "${getId(name)}" was not found`;
    throw refuse({ type: "documentNotFoundError", description, id: getId(name) });
  };

  switch (action.actionType) {
    case "sanity.action.document.create": {
      const attributes = action.attributes as { _id: string; _type: string };
      return [action.ifExists === "ignore" ? { createIfNotExists: attributes } : { create: attributes }];
    }
    case "sanity.action.document.replaceDraft":
      return [{ createOrReplace: action.attributes as { _id: string; _type: string } }];
    case "sanity.action.document.edit": {
      const patch = { patch: { ...(action.patch as object), id: getId("draftId") } };
      if (drafting.get(getId("draftId"))) return [patch];
      const { _rev, _updatedAt, ...published } = getExisting("publishedId");
      return [{ create: { ...published, _id: getId("draftId") } }, patch];
    }
    case "sanity.action.document.publish": {
      const draft = getExisting("draftId");
      const published = drafting.get(getId("publishedId"));
      assertRevision(draft, action.ifDraftRevisionId, refuse);
      if (published) assertRevision(published, action.ifPublishedRevisionId, refuse);
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
      return [getExisting("publishedId")._id, ...drafts].map((draftId) => ({ delete: { id: draftId } }));
    }
    case "sanity.action.document.discard":
      return [{ delete: { id: getExisting("draftId")._id } }];
    case "sanity.action.document.version.discard":
      return [{ delete: { id: getExisting("versionId")._id } }];
    default:
      throw new SanityError(400, `The action "${action.actionType}" is not stood in for.`);
  }
}

function assertRevision(document: StoredDocument, expected: unknown, refuse: RefuseFn): void {
  if (expected === undefined || expected === document._rev) return;
  throw refuse({
    type: "documentRevisionIDDoesNotMatchError",
    description: `Document "${document._id}" has unexpected revision ID ("${document._rev}"), expected "${expected}"`,
    id: document._id,
  });
}
