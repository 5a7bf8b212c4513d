import { useSyncExternalStore } from "react";

const key = "inbox.sign-keys";
const listeners = new Set<() => void>();
let on: boolean | null = null;

/** Whether letters and signs are keys of the inbox in this browser, as they are until somebody switches them off. */
export function signKeysAreOn(): boolean {
  if (on === null) {
    try {
      on = localStorage.getItem(key) !== "off";
    } catch {
      on = true;
    }
  }
  return on;
}

/** Switches them on or off, for the next visits too. */
export function switchSignKeys(next: boolean): void {
  on = next;
  for (const changed of listeners) changed();
  try {
    if (next) localStorage.removeItem(key);
    else localStorage.setItem(key, "off");
  } catch {
    // Storage is forbidden: it lasts as long as the page.
  }
}

/** Whether they are on, as it changes. */
export const useSignKeys = () => useSyncExternalStore(listen, signKeysAreOn);

function listen(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
