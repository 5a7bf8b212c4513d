import type { Place, StoredDocument } from "./documents.ts";
import { type Failure, SanityError, transactionRefused } from "./errors.ts";
import { type MutationRequest, mutate } from "./mutations.ts";
import { strengthened } from "./references.ts";
import type { Drafting } from "./store.ts";

/** An entry of a request's `actions`: an editor's action in Sanity's API. */
export type ActionRequest = { actionType: string; [parameter: string]: unknown };

type Refuse = (failure: Failure) => SanityError;

/**
 * Runs one action on a document, its draft or both.
 * @throws SanityError 409 with Sanity's reason, 400 for an unsupported action
 */
export async function act(
  drafting: Drafting,
  action: ActionRequest,
  place: Place,
  index: number,
): Promise<void> {
  const refuse: Refuse = (failure) => transactionRefused("action", failure, index);
  for (const mutation of mutationsOf(drafting, action, refuse)) {
    await mutate(drafting, mutation, place, "action", index);
  }
}

function mutationsOf(drafting: Drafting, action: ActionRequest, refuse: Refuse): MutationRequest[] {
  const id = (name: string) => {
    const value = action[name];
    if (typeof value === "string" && value !== "") return value;
    throw new SanityError(400, `${action.actionType} needs ${name}.`);
  };
  const existing = (name: string) => {
    const document = drafting.get(id(name));
    if (document) return document;
    const description = `The document with the ID "${id(name)}" was not found`;
    throw refuse({ type: "documentNotFoundError", description, id: id(name) });
  };

  switch (action.actionType) {
    case "sanity.action.document.create": {
      const attributes = action.attributes as { _id: string; _type: string };
      return [action.ifExists === "ignore" ? { createIfNotExists: attributes } : { create: attributes }];
    }
    case "sanity.action.document.replaceDraft":
      return [{ createOrReplace: action.attributes as { _id: string; _type: string } }];
    case "sanity.action.document.edit": {
      const patch = { patch: { ...(action.patch as object), id: id("draftId") } };
      if (drafting.get(id("draftId"))) return [patch];
      const { _rev, _updatedAt, ...published } = existing("publishedId");
      return [{ create: { ...published, _id: id("draftId") } }, patch];
    }
    case "sanity.action.document.publish": {
      const draft = existing("draftId");
      const published = drafting.get(id("publishedId"));
      assertRevision(draft, action.ifDraftRevisionId, refuse);
      if (published) assertRevision(published, action.ifPublishedRevisionId, refuse);
      const { _rev, _updatedAt, ...content } = strengthened(draft);
      const _createdAt = published?._createdAt ?? draft._createdAt;
      return [
        { createOrReplace: { ...content, _createdAt, _id: id("publishedId") } },
        { delete: { id: draft._id } },
      ];
    }
    case "sanity.action.document.unpublish": {
      const { _rev, _updatedAt, ...published } = existing("publishedId");
      return [{ createIfNotExists: { ...published, _id: id("draftId") } }, { delete: { id: published._id } }];
    }
    case "sanity.action.document.delete": {
      const drafts = (action.includeDrafts ?? []) as string[];
      return [existing("publishedId")._id, ...drafts].map((each) => ({ delete: { id: each } }));
    }
    case "sanity.action.document.discard":
      return [{ delete: { id: existing("draftId")._id } }];
    case "sanity.action.document.version.discard":
      return [{ delete: { id: existing("versionId")._id } }];
    default:
      throw new SanityError(400, `The action "${action.actionType}" is not stood in for.`);
  }
}

function assertRevision(document: StoredDocument, expected: unknown, refuse: Refuse): void {
  if (expected === undefined || expected === document._rev) return;
  throw refuse({
    type: "documentRevisionIDDoesNotMatchError",
    description: `Document "${document._id}" has unexpected revision ID ("${document._rev}"), expected "${expected}"`,
    id: document._id,
  });
}
