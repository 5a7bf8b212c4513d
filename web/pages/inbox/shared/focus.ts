import { useCallback, useEffect, useMemo, useRef } from "react";

export const searchElement = "inbox-search";
export const listElement = "inbox-list";
export const rowElement = (id: string) => `row-${id}`;
export const detailElement = (id: string) => `opened-${id}`;

/** The submission whose row an element is or is in. */
export const rowIdOf = (element: Element) => element.closest<HTMLElement>("[data-row]")?.dataset.row ?? null;

/**
 * Puts the focus where the attention goes: to a message that was opened, back to its row, to the list once it has no
 * row. What is asked for may appear later; then it gets the focus when it does.
 */
export function useFocus() {
  const wanted = useRef<string | null>(null);

  const settle = useCallback(() => {
    // A dialog that closes gives the focus back first.
    if (document.querySelector("dialog[open]")) return;
    const element = wanted.current && document.getElementById(wanted.current);
    if (!element || element.checkVisibility?.({ visibilityProperty: true }) === false) return;
    wanted.current = null;
    element.focus({ preventScroll: true });
  }, []);
  // After every rendering: any of them may be the one that brings the element.
  useEffect(settle);

  return useMemo(() => {
    const want = (element: string) => {
      wanted.current = element;
      settle();
    };
    return {
      detail: (id: string) => want(detailElement(id)),
      row: (id: string) => want(rowElement(id)),
      list: () => want(listElement),
    };
  }, [settle]);
}
