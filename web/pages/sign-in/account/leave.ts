import { type FlashToast, leaveFlash } from "#web/ui/flash.ts";

/** Leaves a toast for the next page, and ends the account view, which shows nothing without a session. */
export function leaveAccount(toast: FlashToast): void {
  leaveFlash(toast);
  history.replaceState(history.state, "", location.pathname);
}
