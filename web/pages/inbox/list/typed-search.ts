import { useEffect, useRef } from "react";
import { useSettled } from "#web/pages/inbox/clock.ts";
import type { Inbox } from "#web/pages/inbox/inbox-model.ts";

/** What to do with the first message that a search finds. */
type FirstHitAction = "focus" | "open";

/**
 * The address follows what is written in the search once the writing pauses, and the other way round. Answers with what goes on to the
 * first message that is found: at once, or when what was typed last has been searched for.
 */
export function useTypedSearch(inbox: Inbox): (action: FirstHitAction) => void {
  const { state, dispatch, url, list } = inbox;
  const { search } = url;
  const typed = state.typed.trim();
  const settled = useSettled(typed, 250);
  const followed = useRef(search);
  const latest = useRef(inbox);
  useEffect(() => {
    latest.current = inbox;
  });
  const follow = (next: string) => {
    if (next === followed.current) return;
    followed.current = next;
    latest.current.move({ search: next }, { replace: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what has settled alone
  useEffect(() => follow(settled), [settled]);
  useEffect(() => {
    // The browser's back and forward change the address by themselves.
    if (search === followed.current) return;
    followed.current = search;
    dispatch({ type: "searchTyped", typed: search });
  }, [dispatch, search]);

  const wanted = useRef<{ typed: string; action: FirstHitAction } | null>(null);
  const isFound = typed === search && !list.query.isPending && !list.query.isPlaceholderData;
  const [first] = list.ids;
  useEffect(() => {
    const next = wanted.current;
    if (next && next.typed !== typed) wanted.current = null;
    if (!next || next.typed !== typed || !isFound) return;
    wanted.current = null;
    goTo(latest.current, next.action, first);
  }, [typed, isFound, first]);
  return (action) => {
    if (isFound) return goTo(inbox, action, first);
    wanted.current = { typed, action };
    follow(typed);
  };
}

function goTo({ cursor, open }: Inbox, action: FirstHitAction, id: string | undefined): void {
  if (!id) return;
  if (action === "open") open(id);
  else cursor.focusRow(id);
}
