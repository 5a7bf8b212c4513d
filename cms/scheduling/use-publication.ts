import { useUnstableObserveDocument } from "sanity";
import { type ScheduledPublication, scheduledPublicationId } from "../content/scheduled-publication.ts";

/** What is planned for a document; null where nothing is, or it has come to an end. */
export function useWaitingPublication(document: string): ScheduledPublication | null {
  const { document: found } = useUnstableObserveDocument(scheduledPublicationId(document));
  const publication = found as unknown as ScheduledPublication | null;
  return publication?.state === "waiting" ? publication : null;
}
