import { startTransition, useCallback, useMemo, useOptimistic } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import type { SubmissionFilter } from "#functions/contract/submission.ts";

export const inboxFilters = ["all", "unread", "read", "spam"] as const satisfies SubmissionFilter[];

/** Where somebody is in the inbox: the filter, the search and the opened message. */
export type Place = { filter: SubmissionFilter; search: string; opened: string | null };

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const longestSearch = 200;

/** The place that the address's search names; what cannot be one is left out. */
export function readPlace(address: URLSearchParams): Place {
  const filter = inboxFilters.find((name) => name === address.get("filter")) ?? "all";
  const opened = address.get("m");
  return {
    filter,
    search: (address.get("q") ?? "").replaceAll("\0", "").trim().slice(0, longestSearch),
    opened: opened && uuid.test(opened) ? opened.toLowerCase() : null,
  };
}

/** The address's search for a place, `""` for the plain inbox. */
export function writePlace({ filter, search, opened }: Place): string {
  const address = new URLSearchParams();
  if (filter !== "all") address.set("filter", filter);
  if (search) address.set("q", search);
  if (opened) address.set("m", opened);
  return address.size > 0 ? `?${address}` : "";
}

type Step = { replace?: boolean };

/**
 * The place in the address, shown at once, while the router still makes its way there. A message that is
 * opened from the list can be left with the browser's back; `back` does so where that leads to the list.
 */
export function usePlace() {
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const arrived = useMemo(() => readPlace(address), [address]);
  const [place, showAhead] = useOptimistic(arrived);
  const fromList = (state as { fromList?: boolean } | null)?.fromList === true;

  const move = useCallback(
    (change: Partial<Place>, { replace = false }: Step = {}) => {
      const next = { ...place, ...change };
      const above = place.opened === null && next.opened !== null;
      startTransition(() => {
        showAhead(next);
        setAddress(writePlace(next), {
          replace,
          state: { fromList: above || (replace && next.opened !== null && fromList) },
        });
      });
    },
    [place, fromList, setAddress, showAhead],
  );
  const back = useCallback(() => {
    if (!fromList) return move({ opened: null }, { replace: true });
    startTransition(() => {
      showAhead({ ...place, opened: null });
      navigate(-1);
    });
  }, [place, fromList, move, navigate, showAhead]);

  return { place, move, back };
}
