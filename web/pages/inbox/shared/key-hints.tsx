import type { ReactNode } from "react";
import { useSyncExternalStore } from "react";
import { tryStorage } from "#web/ui/storage.ts";
import { Tooltip } from "#web/ui/tooltip.tsx";

const key = "inbox.sign-keys";
const listeners = new Set<() => void>();
let on: boolean | null = null;

/** Whether letters and signs are keys of the inbox in this browser, as they are until the user switches them off. */
export function signKeysAreOn(): boolean {
  on ??= tryStorage(() => localStorage.getItem(key)) !== "off";
  return on;
}

/** Switches them on or off, for the next visits too. */
export function switchSignKeys(next: boolean): void {
  on = next;
  for (const changed of listeners) changed();
  tryStorage(() => (next ? localStorage.removeItem(key) : localStorage.setItem(key, "off")));
}

/** Whether they are on, as it changes. */
export const useSignKeys = () => useSyncExternalStore(listen, signKeysAreOn);

function listen(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

type KeyTooltipProps = {
  label: string;
  /** The letter or sign that does the same, as the list of keys shows it. */
  sign: string;
  children: ReactNode;
};

/** What a button is for, and its key unless letters and signs are switched off. */
export function KeyTooltip({ label, sign, children }: KeyTooltipProps) {
  return <Tooltip label={useSignKeys() ? `${label} (${sign})` : label}>{children}</Tooltip>;
}
