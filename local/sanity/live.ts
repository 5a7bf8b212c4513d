import { createHash } from "node:crypto";
import { type Caller, maySee } from "./documents.ts";
import { eventStream } from "./event-stream.ts";
import type { DocumentStore } from "./store.ts";

type Place = { projectId: string; dataset: string };

/** The tags that each answer to a query carries, and by which the Live Content API says that it is out of date: one for the whole dataset. */
export const syncTags = ({ projectId, dataset }: Place): string[] => [
  `s1:${createHash("sha1").update(`${projectId}.${dataset}`).digest("hex").slice(0, 6)}`,
];

/**
 * The Live Content API: `welcome`, then a `message` with the tags of what has changed, for each transaction that the caller may see; of
 * drafts only where that is asked for.
 */
export function followContent(
  store: DocumentStore,
  caller: Caller,
  place: Place,
  includeDrafts: boolean,
): Response {
  const tags = syncTags(place);
  const concerns = (id: string) => maySee(caller, id) && (includeDrafts || !id.includes("."));
  const id = crypto.randomUUID();
  return eventStream(store, { name: "welcome", data: { id }, id }, (transaction) =>
    transaction.changes.some((change) => concerns(change.id))
      ? [{ name: "message", data: { tags }, id: transaction.id }]
      : [],
  );
}
