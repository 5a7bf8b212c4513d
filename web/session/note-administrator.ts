import { tryStorage } from "#web/ui/storage.ts";
import { administratorKey, applyAccountHint } from "./account-hint.ts";
import type { SessionEvent } from "./session-state.ts";

/** Notes for public pages whether an event of the session says that an administrator is at this browser. */
export function noteAdministrator(event: SessionEvent): void {
  tryStorage(() => {
    if (event.type === "role_read" && event.role === "admin") {
      localStorage.setItem(administratorKey, event.userId);
    } else if (
      event.type === "role_read" ||
      (event.type === "authenticated" && event.session?.user.id !== localStorage.getItem(administratorKey))
    ) {
      localStorage.removeItem(administratorKey);
    }
    applyAccountHint();
  });
}
