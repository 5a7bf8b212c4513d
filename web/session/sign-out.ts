import type { GoTrueClient } from "@supabase/auth-js";
import { tryStorage } from "#web/ui/storage.ts";

/** The start of the keys under which the inbox stores where the administrator was, and the deletions to carry out. */
const keyPrefix = "inbox.";

/**
 * Removes what this tab has stored about messages: the search, the selection, the answered message, and the deletions
 * that were not carried out yet.
 */
export function forgetInbox(): void {
  tryStorage(() => {
    for (const storage of [sessionStorage, localStorage])
      for (const key of Object.keys(storage).filter((name) => name.startsWith(keyPrefix)))
        storage.removeItem(key);
  });
  // The address may have the search and the opened message.
  history.replaceState(history.state, "", location.pathname);
}

/** Returns whether only this browser has an answer, a note or a draft, which a sign-out deletes. */
export const hasUnsentTexts = (): boolean =>
  tryStorage(() => Object.keys(localStorage).some((key) => /^inbox\.(outgoing|draft)\./.test(key))) === true;

const channelName = "inbox.sign-out";

/**
 * Ends the session of this browser because the user wants it, also without a network. All tabs remove what they know of
 * the inbox.
 */
export async function signOutBrowser(auth: GoTrueClient): Promise<void> {
  await auth.signOut({ scope: "local" });
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
  forgetInbox();
}

/** Calls `listener` when the user signs out in another tab. Returns the function that ends this. */
export function onSignOutElsewhere(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", listener);
  return () => channel.close();
}
