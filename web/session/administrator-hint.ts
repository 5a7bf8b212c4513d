// Public pages do not load what knows the session. That this browser's person handles messages is noted where the
// database said so (`note-administrator.ts`); it shows them a way to the inbox, and opens nothing.

/** Where it is noted in local storage; the value is the account's id. */
export const administratorKey = "administrator";

/**
 * Shows the links to the inbox where an administrator is signed in, and hides them where none is any more.
 * @throws DOMException where storage is forbidden
 */
export function applyAdministratorHint(): void {
  document.documentElement.toggleAttribute("data-administrator", administratorKey in localStorage);
}
