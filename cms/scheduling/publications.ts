import type { SanityClient } from "@sanity/client";
import { useEffect, useState } from "react";
import { useClient, useUnstableObserveDocument } from "sanity";
import {
  type ScheduledPublication,
  scheduledPublicationId,
  scheduledPublicationType,
} from "../content/scheduled-publication.ts";
import { apiVersion } from "../content/site.ts";
import { useSay } from "../language.ts";

/** A publication with what its document is called, as far as it has a name of its own. */
export type ListedPublication = ScheduledPublication & { title: string | null };

/** All of them, those that wait first, by their minutes; `$language` is that of the titles. */
const publicationsQuery = `*[_type == "${scheduledPublicationType}"] | order(publishAt asc){
  ...,
  "title": *[_id in ["drafts." + ^.document, ^.document]] | order(_id desc)[0]{
    "text": select(defined(from) => from, $language == "es" => title.es, title.en)
  }.text
}`;

/** Leaves a document to be published at a moment, instead of whatever was planned for it. */
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

/** Calls a publication off, or forgets what came of it. */
export async function removePublication(client: SanityClient, document: string): Promise<void> {
  await client.delete(scheduledPublicationId(document));
}

/** The publications, as they are now; null until they are known, and `failed` while they cannot be had. */
export type PublicationList = { publications: ListedPublication[] } | { failed: true } | null;

const heard = `*[_type == "${scheduledPublicationType}"]`;
/** How long to wait for the content to come back, in milliseconds. */
const again = 5_000;

/** Reads them, and follows what becomes of them for as long as they are shown. */
export function usePublications(): PublicationList {
  const client = useClient({ apiVersion });
  const { language } = useSay();
  const [list, setList] = useState<PublicationList>(null);
  useEffect(() => {
    const reader = client.withConfig({ perspective: "raw" });
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const read = async () => {
      clearTimeout(timer);
      const next = await reader.fetch<ListedPublication[]>(publicationsQuery, { language }).then(
        (publications) => ({ publications }),
        () => ({ failed: true }) as const,
      );
      if (isOver) return;
      setList(next);
      if ("failed" in next) timer = setTimeout(read, again);
    };
    // `welcome` comes after each interruption, in which anything may have happened.
    const listening = client
      .listen(heard, {}, { events: ["welcome", "mutation"], visibility: "query", includeResult: false })
      .subscribe({ next: () => void read(), error: () => setList({ failed: true }) });
    void read();
    return () => {
      isOver = true;
      clearTimeout(timer);
      listening.unsubscribe();
    };
  }, [client, language]);
  return list;
}

/** What is planned for a document; null where nothing is, or it has come to an end. */
export function useWaitingPublication(document: string): ScheduledPublication | null {
  const { document: found } = useUnstableObserveDocument(scheduledPublicationId(document));
  const publication = found as unknown as ScheduledPublication | null;
  return publication?.state === "waiting" ? publication : null;
}
