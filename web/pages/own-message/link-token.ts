import { ownMessageFragment } from "#functions/contract/own-message.ts";
import { tryStorage } from "#web/ui/storage.ts";

const key = "own-message.token";

/**
 * The token of the mailed link, which leaves the address as soon as it is read: neither the history nor who looks over a shoulder has it.
 * This tab keeps it, because loading the page again or changing the language would lose it.
 */
export function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get(ownMessageFragment);
  if (!token) return tryStorage(() => sessionStorage.getItem(key)) ?? null;
  tryStorage(() => sessionStorage.setItem(key, token));
  history.replaceState(history.state, "", location.pathname + location.search);
  return token;
}

/** Forgets it, once it leads to nothing any more. */
export const forgetToken = (): void => void tryStorage(() => sessionStorage.removeItem(key));
