import { useCallback, useEffect, useMemo, useRef } from "react";

export const searchElement = "inbox-search";
export const rowElement = (id: string) => `row-${id}`;
export const detailElement = (id: string) => `opened-${id}`;

/**
 * Puts the focus where the attention goes: to a message that was opened, back to its row, to the next row
 * after one was deleted. What is asked for may appear later; then it gets the focus when it does.
 */
export function useFocus() {
  const wanted = useRef<string | null>(null);

  // After every rendering: any of them may be the one that brings the element.
  useEffect(() => {
    const element = wanted.current && document.getElementById(wanted.current);
    if (!element || element.checkVisibility?.() === false) return;
    wanted.current = null;
    element.focus({ preventScroll: element.tagName !== "A" });
  });

  const want = useCallback((element: string) => {
    wanted.current = element;
  }, []);

  return useMemo(
    () => ({
      detail: (id: string) => want(detailElement(id)),
      row: (id: string) => want(rowElement(id)),
      search: () => want(searchElement),
      firstRow: (id: string | undefined) => id && document.getElementById(rowElement(id))?.focus(),
      /** The submission whose row an element is or is in. */
      rowIdOf: (element: Element) => element.closest<HTMLElement>("[data-row]")?.dataset.row ?? null,
    }),
    [want],
  );
}
