import { useEffect, useRef } from "react";
import { signKeysAreOn } from "#web/pages/inbox/sign-keys.ts";
import { type KeyAction, keyAction } from "./keys.ts";

const writing = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog";

/**
 * Listens for the inbox's keys, wherever the focus is. `act` answers whether a key did something; what did not is
 * left to the browser.
 */
export function useShortcutKeys(act: (action: KeyAction, target: Element) => boolean): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !(event.target instanceof Element)) return;
      const { target } = event;
      const busy =
        target.closest(writing) !== null ||
        document.querySelector("dialog[open], :popover-open[id]") !== null;
      const { key, shiftKey, ctrlKey, metaKey, altKey, repeat } = event;
      const altGraph = event.getModifierState("AltGraph");
      const press = { key, shiftKey, ctrlKey, metaKey, altKey, altGraph, repeat };
      const action = keyAction(press, busy, signKeysAreOn());
      if (action && latest.current(action, target)) event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
