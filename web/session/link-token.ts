import { tryStorage } from "#web/ui/storage.ts";

/**
 * Returns the token of a mailed link and removes it from the address, so that neither the history nor a bystander sees
 * it. The tab stores it under a key for a reload and a change of language. `readToken` reads it from a fragment.
 */
export function takeLinkToken(
  storageKey: string,
  readToken: (fragment: string) => string | null = (fragment) => fragment,
): string | null {
  const token = readToken(location.hash.slice(1));
  if (!token) return tryStorage(() => sessionStorage.getItem(storageKey)) ?? null;
  tryStorage(() => sessionStorage.setItem(storageKey, token));
  history.replaceState(history.state, "", location.pathname + location.search);
  return token;
}
