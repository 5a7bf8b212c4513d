import { type MouseEvent, startTransition, useMemo, useOptimistic } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { cutCharacters } from "#functions/contract/characters.ts";
import {
  assigneePattern,
  isNarrowingDay,
  pickProperties,
  searchLimit,
  submissionFilters,
  submissionIdPattern,
} from "#functions/contract/submission.ts";
import { toSelectionQuery } from "#web/api/submissions.ts";
import type { UrlState } from "#web/pages/inbox/types.ts";

/** Cuts a search to the length that the edge accepts. */
export const cutSearch = (text: string) => cutCharacters(text, searchLimit);

/** Reads the folder, narrowing, search and opened message from the query of an address. Omits invalid values. */
export function readUrlState(address: URLSearchParams): UrlState {
  const filter = submissionFilters.find((name) => name === address.get("filter")) ?? "all";
  const openedId = address.get("m");
  const readDay = (name: string) => [address.get(name) ?? ""].find(isNarrowingDay);
  const [from, to] = [readDay("from"), readDay("to")];
  return {
    filter,
    ...pickProperties((name) => address.get(name)),
    assignee: [address.get("assignee") ?? ""].find((assignee) => assigneePattern.test(assignee)),
    from,
    to: from && to && to < from ? undefined : to,
    search: cutSearch((address.get("q") ?? "").replaceAll("\0", "").trim()).trimEnd(),
    openedId: openedId && submissionIdPattern.test(openedId) ? openedId.toLowerCase() : null,
  };
}

/** Returns the query of an address that has this state, with its `?`; `""` for the plain inbox. */
export function writeUrlState({ openedId, ...selection }: UrlState): string {
  const address = new URLSearchParams();
  const parameters = { ...toSelectionQuery(selection), m: openedId };
  for (const [name, value] of Object.entries(parameters)) {
    if (value && (name !== "filter" || value !== "all")) address.set(name, value);
  }
  return address.size > 0 ? `?${address}` : "";
}

/** Returns whether a click on a link opens it here. With another button or a modifier key, the browser handles it. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/**
 * Returns the state in the address, optimistically before the router has moved, for the administrator `me`. `back` returns to the list, through the
 * browser's history if the message was opened from the list.
 */
export function useUrlState(me: string) {
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const addressState = useMemo(() => readUrlState(address), [address]);
  const [url, showOptimistically] = useOptimistic(addressState);
  const fromList = (state as { fromList?: boolean } | null)?.fromList === true;

  const move = (change: Partial<UrlState>, { replace = false }: { replace?: boolean } = {}) => {
    const nextState = { ...url, ...change };
    const opensFromList = url.openedId === null && nextState.openedId !== null;
    startTransition(() => {
      showOptimistically(nextState);
      setAddress(writeUrlState(nextState), {
        replace,
        state: { fromList: opensFromList || (replace && nextState.openedId !== null && fromList) },
      });
    });
  };
  const back = () => {
    if (!fromList) return move({ openedId: null }, { replace: true });
    startTransition(() => {
      showOptimistically({ ...url, openedId: null });
      void navigate(-1);
    });
  };

  // Stays the same object until its content changes.
  const selectionAddress = writeUrlState({ ...url, openedId: null });
  const selection = useMemo(() => {
    const { openedId: _, ...shownSelection } = readUrlState(new URLSearchParams(selectionAddress));
    return { ...shownSelection, me };
  }, [selectionAddress, me]);
  return { url, selection, move, back };
}
