import { flashKey } from "./flash-waits.ts";
import { tryStorage } from "./storage.ts";
import type { Toast } from "./toast-list.ts";

/** A toast for the next document. Its action can be a link, but not a function. */
export type FlashToast = Omit<Toast, "action"> & { action?: { label: string; href: string } };

/** The key of the notices that the next document shows in a line of its own, not as toasts: the inbox after a sign-in. */
export const arrivalKey = "arrival";

/** Stores a toast for the next document of this tab. Without storage the toast is lost. */
export function leaveFlash(toast: FlashToast, key = flashKey): void {
  tryStorage(() => {
    const storedToasts = parseToasts(sessionStorage.getItem(key));
    sessionStorage.setItem(key, JSON.stringify([...storedToasts, toast]));
  });
}

/** Returns the toasts of the previous document, oldest first, and removes them. */
export function takeFlash(key = flashKey): FlashToast[] {
  const toasts = tryStorage(() => {
    const json = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return parseToasts(json);
  });
  return toasts ?? [];
}

/** Parses the stored toasts; none for null. Malformed JSON throws, and the caller's `tryStorage` catches the error. */
function parseToasts(json: string | null): FlashToast[] {
  const toasts: unknown = JSON.parse(json ?? "[]");
  return Array.isArray(toasts) ? toasts : [];
}
