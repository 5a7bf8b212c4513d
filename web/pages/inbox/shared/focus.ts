import { useCallback, useEffect, useMemo, useRef } from "react";

export const searchElementId = "inbox-search";
export const listElementId = "inbox-list";
/** The buttons that begin an answer or a note. They focus the field of the composer. */
export const composeElementIds = { answer: "compose-answer", note: "compose-note" } as const;
export const toRowElementId = (id: string) => `row-${id}`;
export const toDetailElementId = (id: string) => `opened-${id}`;

/** Returns the id of the message whose row contains an element. */
export const findRowId = (element: Element) =>
  element.closest<HTMLElement>("[data-row]")?.dataset.row ?? null;

/** Returns functions that move the focus to the opened message, a row or the list, now or when it appears. */
export function useFocus() {
  const requestedElement = useRef<string | null>(null);

  const applyFocus = useCallback(() => {
    // A closing dialog restores the focus first.
    if (document.querySelector("dialog[open]")) return;
    const element = requestedElement.current && document.getElementById(requestedElement.current);
    if (!element || element.checkVisibility?.({ visibilityProperty: true }) === false) return;
    requestedElement.current = null;
    element.focus({ preventScroll: true });
  }, []);
  // Any rendering may add the element.
  useEffect(applyFocus);

  return useMemo(() => {
    const requestFocus = (element: string) => {
      requestedElement.current = element;
      applyFocus();
    };
    return {
      detail: (id: string) => requestFocus(toDetailElementId(id)),
      row: (id: string) => requestFocus(toRowElementId(id)),
      list: () => requestFocus(listElementId),
    };
  }, [applyFocus]);
}
