import { useLayoutEffect } from "react";
import type { InboxEvent, InboxStore } from "./store.ts";

type Shown = Omit<Extract<InboxEvent, { type: "listShown" }>, "type">;

/** Tells the store what is on the screen, once it is. */
export function useShownEvents({ dispatch }: InboxStore, { ids, opened, newest }: Shown): void {
  useLayoutEffect(
    () => dispatch({ type: "listShown", ids, opened, newest }),
    [dispatch, ids, opened, newest],
  );
}
