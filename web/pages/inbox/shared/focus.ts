import { useCallback, useEffect, useMemo, useRef } from "react";

export const searchElement = "inbox-search";
export const listElement = "inbox-list";
export const rowElement = (id: string) => `row-${id}`;
export const detailElement = (id: string) => `opened-${id}`;

/** Returns the id of the message whose row contains an element. */
export const rowIdOf = (element: Element) => element.closest<HTMLElement>("[data-row]")?.dataset.row ?? null;

/** Moves the focus to an element, now or when it appears. */
export function useFocus() {
  const requestedElement = useRef<string | null>(null);

  const settle = useCallback(() => {
    // A closing dialog restores the focus first.
    if (document.querySelector("dialog[open]")) return;
    const element = requestedElement.current && document.getElementById(requestedElement.current);
    if (!element || element.checkVisibility?.({ visibilityProperty: true }) === false) return;
    requestedElement.current = null;
    element.focus({ preventScroll: true });
  }, []);
  // Any rendering may add the element.
  useEffect(settle);

  return useMemo(() => {
    const want = (element: string) => {
      requestedElement.current = element;
      settle();
    };
    return {
      detail: (id: string) => want(detailElement(id)),
      row: (id: string) => want(rowElement(id)),
      list: () => want(listElement),
    };
  }, [settle]);
}
