// Public pages do not load what knows the session. That this browser's person handles messages is noted where the
// database said so (`note-administrator.ts`); it shows them a way to the inbox, and opens nothing.

/** Where it is noted in local storage; the value is the account's id. */
export const administratorKey = "administrator";

/** Where auth-js stores the session in local storage. */
export const sessionKey = "vitrina.session";

/**
 * Shows the link to the account to a user who is signed in, and the link to the inbox to an administrator.
 * @throws DOMException where storage is forbidden
 */
export function applyAccountHint(): void {
  const root = document.documentElement;
  root.toggleAttribute("data-account", sessionKey in localStorage);
  root.toggleAttribute("data-administrator", administratorKey in localStorage);
}
