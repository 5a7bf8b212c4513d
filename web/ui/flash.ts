import { flashKey } from "./flash-waits.ts";
import type { Toast } from "./toast-list.ts";

/** A toast that outlives its document: it may lead somewhere, but not run anything. */
export type FlashToast = Omit<Toast, "action"> & { action?: { label: string; href: string } };

/** Leaves a toast for the next document of this tab to show. */
export function leaveFlash(toast: FlashToast): void {
  try {
    sessionStorage.setItem(flashKey, JSON.stringify([...parse(sessionStorage.getItem(flashKey)), toast]));
  } catch {
    // Storage is full or forbidden: the toast is lost, what it tells about has happened all the same.
  }
}

/** The toasts that the last document left, oldest first; they are taken once. */
export function takeFlash(): FlashToast[] {
  try {
    const stored = sessionStorage.getItem(flashKey);
    sessionStorage.removeItem(flashKey);
    return parse(stored);
  } catch {
    return [];
  }
}

function parse(stored: string | null): FlashToast[] {
  const toasts: unknown = JSON.parse(stored ?? "[]");
  return Array.isArray(toasts) ? toasts : [];
}
