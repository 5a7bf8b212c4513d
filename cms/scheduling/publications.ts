import type { SanityClient } from "@sanity/client";
import { useEffect, useState } from "react";
import { retry, switchMap, tap } from "rxjs";
import { useClient, useUnstableObserveDocument } from "sanity";
import {
  type ScheduledPublication,
  scheduledPublicationId,
  scheduledPublicationType,
} from "../content/scheduled-publication.ts";
import { apiVersion } from "../content/site.ts";
import { useSay } from "../language.ts";

/** A publication with the title of its document, if it has one. */
export type ListedPublication = ScheduledPublication & { title: string | null };

const publicationsFilter = `*[_type == "${scheduledPublicationType}"]`;

/** Reads all publications in the order of their time, with titles in `$language`. */
const publicationsQuery = `${publicationsFilter} | order(publishAt asc){
  ...,
  "title": *[_id in ["drafts." + ^.document, ^.document]] | order(_id desc)[0]{
    "text": select(defined(from) => from, $language == "es" => title.es, title.en)
  }.text
}`;

/** Stores a scheduled publication, which the scheduled Worker carries out at its time. Replaces an earlier one. */
export async function schedulePublication(
  client: SanityClient,
  { document, documentType, at }: { document: string; documentType: string; at: Date },
): Promise<void> {
  await client.createOrReplace({
    _id: scheduledPublicationId(document),
    _type: scheduledPublicationType,
    document,
    documentType,
    publishAt: at.toISOString(),
    state: "waiting",
  });
}

/** Cancels a publication, or removes its result. */
export async function removePublication(client: SanityClient, document: string): Promise<void> {
  await client.delete(scheduledPublicationId(document));
}

/** The current publications. Null until they are loaded, `failed` while they cannot be read. */
export type PublicationList = { publications: ListedPublication[] } | { failed: true } | null;

const retryDelayMs = 5_000;

/** Returns the scheduled publications and their results, and reads them again after every change. */
export function usePublications(): PublicationList {
  const client = useClient({ apiVersion });
  const { language } = useSay();
  const [list, setList] = useState<PublicationList>(null);
  useEffect(() => {
    const reader = client.withConfig({ perspective: "raw" });
    // Sanity's `listenQuery` misses changes during an interruption. Here `welcome` follows every interruption.
    const subscription = reader
      .listen(
        publicationsFilter,
        {},
        { events: ["welcome", "mutation"], visibility: "query", includeResult: false },
      )
      .pipe(
        switchMap(() => reader.observable.fetch<ListedPublication[]>(publicationsQuery, { language })),
        tap({ error: () => setList({ failed: true }) }),
        retry({ delay: retryDelayMs }),
      )
      .subscribe((publications) => setList({ publications }));
    return () => subscription.unsubscribe();
  }, [client, language]);
  return list;
}

/** Returns the waiting publication of a document; null without one, and until it is loaded. */
export function useWaitingPublication(document: string): ScheduledPublication | null {
  const { document: observedDocument } = useUnstableObserveDocument(scheduledPublicationId(document));
  const publication = observedDocument as unknown as ScheduledPublication | null;
  return publication?.state === "waiting" ? publication : null;
}
