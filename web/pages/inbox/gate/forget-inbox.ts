import { tryStorage } from "#web/ui/storage.ts";

/** The start of the keys under which a tab stores where the administrator was in the inbox. */
const keyPrefix = "inbox.";

/** Removes what this tab has stored about messages: the search, the selection, the answered message. */
export function forgetInbox(): void {
  tryStorage(() => {
    for (const key of Object.keys(sessionStorage).filter((name) => name.startsWith(keyPrefix)))
      sessionStorage.removeItem(key);
  });
  // The address may have the search and the opened message.
  history.replaceState(history.state, "", location.pathname);
}

const channelName = "inbox.sign-out";

/** Tells the other tabs of this browser that the administrator has signed out. */
export function announceSignOut(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

/** Calls `listener` when the administrator signs out in another tab. Returns the function that ends this. */
export function onSignOutElsewhere(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", listener);
  return () => channel.close();
}
