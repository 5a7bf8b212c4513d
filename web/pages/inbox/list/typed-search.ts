import { useEffect, useRef } from "react";
import { useSettled } from "#web/pages/inbox/clock.ts";
import type { Inbox } from "#web/pages/inbox/inbox-model.ts";

/** The address follows what is written in the search once the writing pauses, and the other way round. */
export function useTypedSearch({ state, dispatch, url, move }: Inbox): void {
  const { search } = url;
  const settled = useSettled(state.typed.trim(), 250);
  const followed = useRef(search);
  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });
  useEffect(() => {
    if (settled === followed.current) return;
    followed.current = settled;
    latest.current({ search: settled }, { replace: true });
  }, [settled]);
  useEffect(() => {
    // The browser's back and forward change the address by themselves.
    if (search === followed.current) return;
    followed.current = search;
    dispatch({ type: "searchTyped", typed: search });
  }, [dispatch, search]);
}
