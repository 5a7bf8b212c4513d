import { flashKey } from "./flash-waits.ts";
import { tryStorage } from "./storage.ts";
import type { Toast } from "./toast-list.ts";

/** A toast that outlives its document: it may lead somewhere, but not run anything. */
export type FlashToast = Omit<Toast, "action"> & { action?: { label: string; href: string } };

/** Leaves a toast for the next document of this tab to show. Without storage it is lost. */
export function leaveFlash(toast: FlashToast): void {
  tryStorage(() => {
    const stored = parse(sessionStorage.getItem(flashKey));
    sessionStorage.setItem(flashKey, JSON.stringify([...stored, toast]));
  });
}

/** The toasts that the last document left, oldest first; they are taken once. */
export function takeFlash(): FlashToast[] {
  const toasts = tryStorage(() => {
    const stored = sessionStorage.getItem(flashKey);
    sessionStorage.removeItem(flashKey);
    return parse(stored);
  });
  return toasts ?? [];
}

function parse(stored: string | null): FlashToast[] {
  const toasts: unknown = JSON.parse(stored ?? "[]");
  return Array.isArray(toasts) ? toasts : [];
}
