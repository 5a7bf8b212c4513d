import { useEffect, useState } from "react";
import { useClient, useUnstableObserveDocument } from "sanity";
import {
  type ScheduledPublication,
  scheduledPublicationId,
  scheduledPublicationType,
} from "../content/scheduled-publication.ts";
import { apiVersion } from "../content/site.ts";
import { useSay } from "../language.ts";
import { type ListedPublication, publicationsQuery } from "./publications.ts";

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
