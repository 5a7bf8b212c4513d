import { flashKey } from "./flash-waits.ts";
import { tryStorage } from "./storage.ts";
import type { Toast } from "./toast-list.ts";

/** A toast for the next document. Its action can be a link, but not a function. */
export type FlashToast = Omit<Toast, "action"> & { action?: { label: string; href: string } };

/** Stores a toast for the next document of this tab. Without storage the toast is lost. */
export function leaveFlash(toast: FlashToast): void {
  tryStorage(() => {
    const storedToasts = parseToasts(sessionStorage.getItem(flashKey));
    sessionStorage.setItem(flashKey, JSON.stringify([...storedToasts, toast]));
  });
}

/** Returns the toasts of the previous document, oldest first, and removes them. */
export function takeFlash(): FlashToast[] {
  const toasts = tryStorage(() => {
    const json = sessionStorage.getItem(flashKey);
    sessionStorage.removeItem(flashKey);
    return parseToasts(json);
  });
  return toasts ?? [];
}

/** Parses the stored toasts; none for null. Malformed JSON throws, and the caller's `tryStorage` catches the error. */
function parseToasts(json: string | null): FlashToast[] {
  const toasts: unknown = JSON.parse(json ?? "[]");
  return Array.isArray(toasts) ? toasts : [];
}
