// Public pages do not load the session. The session provider notes in local storage that the user is an administrator.
// The note only shows a link to the inbox and grants nothing.

/** The note's key in local storage; its value is the account's id. */
export const administratorKey = "administrator";

/** The key under which auth-js stores the session in local storage. */
export const sessionKey = "vitrina.session";

/**
 * Shows the link to the account to a user who is signed in, and the link to the inbox to an administrator. The CSS of
 * the header reads the attributes.
 * @throws DOMException where storage is forbidden
 */
export function applyAccountHint(): void {
  const root = document.documentElement;
  root.toggleAttribute("data-account", sessionKey in localStorage);
  root.toggleAttribute("data-administrator", administratorKey in localStorage);
}
