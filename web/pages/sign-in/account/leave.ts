import { type FlashToast, leaveFlash } from "#web/ui/flash.ts";

/** Leaves a word for the next page, and lets go of this view: what it shows without a session is nobody's concern. */
export function leaveAccount(toast: FlashToast): void {
  leaveFlash(toast);
  history.replaceState(history.state, "", location.pathname);
}
