/** The session storage key of toasts for the next document of this tab (`flash.ts`). */
export const flashKey = "flash";

/** Returns whether the previous document left a toast. A page then loads React at once, which shows the toast. */
export function hasWaitingFlash(): boolean {
  try {
    return flashKey in sessionStorage;
  } catch {
    return false;
  }
}
