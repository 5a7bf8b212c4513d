/** The session storage key of toasts for the next document of this tab (`flash.ts`). */
export const flashKey = "flash";

/** Whether a toast waits to be shown. */
export function hasWaitingFlash(): boolean {
  try {
    return flashKey in sessionStorage;
  } catch {
    return false;
  }
}
