import { useCallback, useEffect, useMemo, useRef } from "react";
import type { Draft } from "#functions/contract/conversation.schema.ts";

export const searchElementId = "inbox-search";
export const listElementId = "inbox-list";
/** The buttons that begin an answer or a note. They focus the field of the composer. */
export const composeElementIds = { answer: "compose-answer", note: "compose-note" } as const;
/** Selects the fields in which a user types. */
export const textField = "input:not([type=checkbox], [type=radio]), textarea, [contenteditable]";
export const toRowElementId = (id: string) => `row-${id}`;
export const toDetailElementId = (id: string) => `opened-${id}`;

/** Returns the id of the message whose row contains an element. */
export const findRowId = (element: Element) =>
  element.closest<HTMLElement>("[data-row]")?.dataset.row ?? null;

type FocusRequest = {
  elementId: string;
  /** The message whose composer the button `elementId` opens, for a request to write. */
  writesTo?: string;
  /** The element that had the focus when it was requested. */
  before: Element | null;
};

/**
 * Returns functions that move the focus to the opened message, its composer, a row or the list, now or when it appears.
 * A request ends without effect if the user goes to a text field before.
 */
export function useFocus() {
  const requested = useRef<FocusRequest | null>(null);

  const applyFocus = useCallback(() => {
    const { current: request } = requested;
    // A closing dialog restores the focus first.
    if (!request || document.querySelector("dialog[open]")) return;
    const { elementId, writesTo, before } = request;
    const { activeElement } = document;
    if (activeElement !== before && activeElement?.matches(textField)) {
      requested.current = null;
      return;
    }
    const element = document.getElementById(elementId);
    if (!element || element.checkVisibility?.({ visibilityProperty: true }) === false) return;
    if (writesTo && !document.getElementById(toDetailElementId(writesTo))) return;
    requested.current = null;
    if (writesTo) element.click();
    else element.focus({ preventScroll: true });
  }, []);
  // Any rendering may add the element.
  useEffect(applyFocus);

  return useMemo(() => {
    const requestFocus = (elementId: string, writesTo?: string) => {
      requested.current = { elementId, ...(writesTo && { writesTo }), before: document.activeElement };
      applyFocus();
    };
    return {
      detail: (id: string) => requestFocus(toDetailElementId(id)),
      composer: (id: string, kind: Draft["kind"]) => requestFocus(composeElementIds[kind], id),
      row: (id: string) => requestFocus(toRowElementId(id)),
      list: () => requestFocus(listElementId),
      /** Whether the composer of this message is to get the focus, once it appears. */
      awaitsComposer: (id: string | null) => id !== null && requested.current?.writesTo === id,
    };
  }, [applyFocus]);
}
