import type { Toast } from "./toast-list.ts";

/** A toast that outlives its document: it may lead somewhere, but not run anything. */
export type FlashToast = Omit<Toast, "action"> & { action?: { label: string; href: string } };

const key = "flash";

/** Leaves a toast for the next document of this tab to show. */
export function leaveFlash(toast: FlashToast): void {
  try {
    sessionStorage.setItem(key, JSON.stringify([...parse(sessionStorage.getItem(key)), toast]));
  } catch {
    // Storage is full or forbidden: the toast is lost, what it tells about has happened all the same.
  }
}

/** Whether a toast waits to be shown. */
export function flashWaits(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** The toasts that the last document left, oldest first; they are taken once. */
export function takeFlash(): FlashToast[] {
  try {
    const stored = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return parse(stored);
  } catch {
    return [];
  }
}

function parse(stored: string | null): FlashToast[] {
  const toasts: unknown = JSON.parse(stored ?? "[]");
  return Array.isArray(toasts) ? toasts : [];
}
