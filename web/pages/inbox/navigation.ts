import type { RefObject } from "react";
import type { Narrowing } from "#functions/contract/submission.ts";
import type { useCursor } from "./keyboard/cursor.ts";
import { wide } from "./narrowing.ts";
import type { useFocus } from "./next-focus.ts";
import type { InboxStore } from "./store.ts";
import type { useSync } from "./sync.ts";
import type { useUrlState } from "./url-state.ts";

type Navigation = {
  store: InboxStore;
  name: string;
  ids: readonly string[];
  address: ReturnType<typeof useUrlState>;
  cursor: ReturnType<typeof useCursor>;
  focus: ReturnType<typeof useFocus>;
  scroller: RefObject<HTMLElement | null>;
  newMessages: ReturnType<typeof useSync>;
};

/** The ways through the inbox that more than one room knows. */
export function useNavigation({ store, name: list, ids, address, cursor, focus, ...given }: Navigation) {
  const { scroller, newMessages } = given;
  const { url, move, back } = address;
  const { dispatch } = store;
  return {
    open(id: string, replace = false) {
      focus.detail(id);
      cursor.show(id);
      move({ opened: id }, { replace });
    },
    close() {
      if (url.opened && ids.includes(url.opened)) cursor.focusRow(url.opened);
      back();
    },
    select(id: string, range: boolean) {
      dispatch({ type: range ? "rangeSelected" : "messageToggled", list, ids, id });
    },
    /** Leaves the filter, the search and what narrows them. */
    showAll() {
      dispatch({ type: "searchTyped", typed: "" });
      move({ filter: "all", search: "", ...wide });
    },
    /** Shows what a narrowing lets through; what it does not name stays. */
    narrow(narrowing: Narrowing) {
      move({ ...narrowing, opened: null }, { replace: true });
    },
    /** Brings the new messages to the list, and the reader to the newest. */
    showNewMessages() {
      const [newest] = newMessages.waiting;
      newMessages.bringIn();
      scroller.current?.scrollTo({ top: 0 });
      if (!newest) return;
      dispatch({ type: "rowFocused", ids, id: newest.id });
      focus.row(newest.id);
    },
  };
}
