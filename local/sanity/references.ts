import type { Change, Documents } from "./documents.ts";
import { type Failure, transactionRefused } from "./errors.ts";

/** Yields the ids of strong references in a value. */
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
  const refuse = (failure: Failure) => transactionRefused("mutation", failure);
  for (const { id, after } of changes) {
    const lost = [...strongReferences(after)].find((reference) => !documents.get(reference));
    if (!lost) continue;
    throw refuse({
      type: "documentReferencesNonexistentDocumentsError",
      description: `Document "${id}" references non-existent document "${lost}"`,
      id,
      referenceIDs: [lost],
    });
  }
  const removed = new Set(changes.filter(({ after }) => !after).map(({ id }) => id));
  if (removed.size === 0) return;
  for (const document of documents.all()) {
    const kept = [...strongReferences(document)].find((reference) => removed.has(reference));
    if (!kept) continue;
    throw refuse({
      type: "documentHasExistingReferencesError",
      description: `Document "${kept}" cannot be deleted as there are references to it from "${document._id}"`,
      id: kept,
      referencingIDs: [document._id],
    });
  }
}

/** Returns the value with strong references in place of those that are weak only until publication. */
export function strengthened<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(strengthened) as Value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, child]) => [name, strengthened(child)] as const);
  const { _weak, _strengthenOnPublish, ...rest } = Object.fromEntries(entries);
  return (_strengthenOnPublish ? rest : Object.fromEntries(entries)) as Value;
}
