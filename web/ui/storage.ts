/** Whether the browser stores data for this page. Without storage a session ends with its page. */
export const isStorageAvailable = (): boolean =>
  tryStorage(() => {
    const key = "storage-check";
    localStorage.setItem(key, key);
    localStorage.removeItem(key);
    return true;
  }) === true;

/**
 * Runs work with the storage of the browser or tab. Returns undefined if storage is forbidden, full or unreadable. Then
 * nothing outlasts the page, and everything else works. The modules of the loader (`app/loader.ts`, `app/theme.ts`,
 * `ui/flash-waits.ts`) catch such errors themselves, so that the loader stays one file.
 */
export function tryStorage<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    // Storage is forbidden or full.
  }
}
