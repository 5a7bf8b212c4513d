import type { SanityClient } from "@sanity/client";
import { useEffect, useState } from "react";
import { retry, tap } from "rxjs";
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

/** Reads all publications in the order of their time, with titles in `$language`. */
const publicationsQuery = `*[_type == "${scheduledPublicationType}"] | order(publishAt asc){
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

const publicationsFilter = `*[_type == "${scheduledPublicationType}"]`;
const retryDelayMs = 5_000;

/** Returns the scheduled publications and their results, and reads them again after every change. */
export function usePublications(): PublicationList {
  const client = useClient({ apiVersion });
  const { language } = useSay();
  const [list, setList] = useState<PublicationList>(null);
  useEffect(() => {
    const reader = client.withConfig({ perspective: "raw" });
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isUnmounted = false;
    const read = async () => {
      clearTimeout(timer);
      const next = await reader.fetch<ListedPublication[]>(publicationsQuery, { language }).then(
        (publications) => ({ publications }),
        () => ({ failed: true }) as const,
      );
      if (isUnmounted) return;
      setList(next);
      if ("failed" in next) timer = setTimeout(read, retryDelayMs);
    };
    // `welcome` follows every interruption, during which changes may have been missed.
    const subscription = client
      .listen(
        publicationsFilter,
        {},
        { events: ["welcome", "mutation"], visibility: "query", includeResult: false },
      )
      .pipe(tap({ error: () => setList({ failed: true }) }), retry({ delay: retryDelayMs }))
      .subscribe(() => void read());
    void read();
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
      subscription.unsubscribe();
    };
  }, [client, language]);
  return list;
}

/** Returns the waiting publication of a document; null without one, and until it is loaded. */
export function useWaitingPublication(document: string): ScheduledPublication | null {
  const { document: observedDocument } = useUnstableObserveDocument(scheduledPublicationId(document));
  const publication = observedDocument as unknown as ScheduledPublication | null;
  return publication?.state === "waiting" ? publication : null;
}
