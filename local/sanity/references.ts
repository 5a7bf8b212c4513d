import type { Change, Documents } from "./documents.ts";
import { createTransactionError, type MutationFailure } from "./errors.ts";

/** Yields the ids to which a value has strong references, without references to other datasets. */
function* strongReferences(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  const { _ref, _weak, _dataset } = value as { _ref?: unknown; _weak?: unknown; _dataset?: unknown };
  if (typeof _ref === "string" && _weak !== true && _dataset === undefined) yield _ref;
  for (const child of Object.values(value)) yield* strongReferences(child);
}

/**
 * Checks Sanity's rule that strong references lead to existing documents.
 * @throws SanityError (409) with the ids
 */
export function assertReferences(documents: Documents, changes: readonly Change[]): void {
  const toError = (failure: MutationFailure) => createTransactionError("mutation", failure);
  for (const { id, after } of changes) {
    const missingReference = [...strongReferences(after)].find((reference) => !documents.get(reference));
    if (!missingReference) continue;
    throw toError({
      type: "documentReferencesNonexistentDocumentsError",
      description: `Document "${id}" references non-existent document "${missingReference}"`,
      id,
      referenceIDs: [missingReference],
    });
  }
  const removedIds = new Set(changes.filter(({ after }) => !after).map(({ id }) => id));
  if (removedIds.size === 0) return;
  for (const document of documents.all()) {
    const referencedId = [...strongReferences(document)].find((reference) => removedIds.has(reference));
    if (!referencedId) continue;
    throw toError({
      type: "documentHasExistingReferencesError",
      description: `Document "${referencedId}" cannot be deleted as there are references to it from "${document._id}"`,
      id: referencedId,
      referencingIDs: [document._id],
    });
  }
}

/** Returns the value with strong references in place of those that are weak only until publication. */
export function strengthenReferences<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(strengthenReferences) as Value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, child]) => [name, strengthenReferences(child)] as const);
  const { _weak, _strengthenOnPublish, ...strongFields } = Object.fromEntries(entries);
  return (_strengthenOnPublish ? strongFields : Object.fromEntries(entries)) as Value;
}
