import type { Change, StoredDocument } from "./documents.ts";

/**
 * A change as patches in Mendoza's format, forward and back: "the value is now this", which is its operation 0.
 * Revisions are no part of it. See github.com/sanity-io/mendoza
 */
export function effectsOf({ before, after }: Change) {
  return { apply: [0, content(after)], revert: [0, content(before)] };
}

function content(document: StoredDocument | null) {
  if (!document) return null;
  const { _rev, ...rest } = document;
  return rest;
}
