import { startTransition, useCallback, useMemo, useOptimistic } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import {
  type SubmissionFilter,
  searchLimit,
  submissionFilters,
  submissionIdPattern,
} from "#functions/contract/submission.ts";

/** What the address says of the inbox: the filter, the search and the opened message. */
export type UrlState = { filter: SubmissionFilter; search: string; opened: string | null };

/** What the search of an address says; what cannot be is left out. */
export function readUrlState(address: URLSearchParams): UrlState {
  const filter = submissionFilters.find((name) => name === address.get("filter")) ?? "all";
  const opened = address.get("m");
  return {
    filter,
    search: (address.get("q") ?? "").replaceAll("\0", "").trim().slice(0, searchLimit),
    opened: opened && submissionIdPattern.test(opened) ? opened.toLowerCase() : null,
  };
}

/** The search of the address that says it, `""` for the plain inbox. */
export function writeUrlState({ filter, search, opened }: UrlState): string {
  const address = new URLSearchParams();
  if (filter !== "all") address.set("filter", filter);
  if (search) address.set("q", search);
  if (opened) address.set("m", opened);
  return address.size > 0 ? `?${address}` : "";
}

type Step = { replace?: boolean };

/**
 * What the address says, shown at once, before the router is there. The browser's back leaves a message that was opened
 * from the list; `back` does the same where that leads to the list.
 */
export function useUrlState() {
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const arrived = useMemo(() => readUrlState(address), [address]);
  const [url, showAhead] = useOptimistic(arrived);
  const fromList = (state as { fromList?: boolean } | null)?.fromList === true;

  const move = useCallback(
    (change: Partial<UrlState>, { replace = false }: Step = {}) => {
      const next = { ...url, ...change };
      const above = url.opened === null && next.opened !== null;
      startTransition(() => {
        showAhead(next);
        setAddress(writeUrlState(next), {
          replace,
          state: { fromList: above || (replace && next.opened !== null && fromList) },
        });
      });
    },
    [url, fromList, setAddress, showAhead],
  );
  const back = useCallback(() => {
    if (!fromList) return move({ opened: null }, { replace: true });
    startTransition(() => {
      showAhead({ ...url, opened: null });
      navigate(-1);
    });
  }, [url, fromList, move, navigate, showAhead]);

  return { url, move, back };
}
