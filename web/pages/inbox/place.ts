import { startTransition, useCallback, useMemo, useOptimistic } from "react";
import { useSearchParams } from "react-router-dom";
import type { SubmissionFilter } from "#functions/contract/submission.ts";

export const inboxFilters = ["all", "unread", "read"] as const satisfies SubmissionFilter[];
export type InboxFilter = (typeof inboxFilters)[number];

/** Where somebody is in the inbox: the filter and the opened message. */
export type Place = { filter: InboxFilter; opened: string | null };

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The place that the address's search names; what cannot be one is left out. */
export function readPlace(search: URLSearchParams): Place {
  const filter = inboxFilters.find((name) => name === search.get("filter")) ?? "all";
  const opened = search.get("m");
  return { filter, opened: opened && uuid.test(opened) ? opened : null };
}

/** The address's search for a place, `""` for the plain inbox. */
export function writePlace({ filter, opened }: Place): string {
  const search = new URLSearchParams();
  if (filter !== "all") search.set("filter", filter);
  if (opened) search.set("m", opened);
  return search.size > 0 ? `?${search}` : "";
}

/**
 * The place in the address. It is shown at once, while the router still makes its way there. Going back from
 * an opened message leads to the list, however many were looked at.
 */
export function usePlace() {
  const [search, setSearch] = useSearchParams();
  const arrived = useMemo(() => readPlace(search), [search]);
  const [place, showAhead] = useOptimistic(arrived);
  const move = useCallback(
    (change: Partial<Place>) => {
      const next = { ...place, ...change };
      const opening = place.opened === null && next.opened !== null;
      startTransition(() => {
        showAhead(next);
        setSearch(writePlace(next), { replace: !opening });
      });
    },
    [place, setSearch, showAhead],
  );
  return { ...place, move };
}
