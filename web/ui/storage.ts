/** Whether this browser keeps what a page stores: where it does not, a session ends with its page. */
export const keepsStorage = (): boolean =>
  tryStorage(() => {
    const key = "storage-check";
    localStorage.setItem(key, key);
    localStorage.removeItem(key);
    return true;
  }) === true;

/**
 * What some work with the storage of the browser or of its tab comes to; undefined where storage is forbidden or full,
 * or holds what cannot be read: then nothing outlasts the page, and everything else works. What every public page
 * loads (`app/loader.ts`, `app/theme.ts`, `ui/flash-waits.ts`) catches by itself, so that its script stays one file.
 */
export function tryStorage<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {}
}
