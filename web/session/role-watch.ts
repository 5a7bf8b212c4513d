import type { Profile } from "#functions/contract/account.ts";
import { ApiError } from "#web/api/api-error.ts";
import type { Api } from "#web/api/client.ts";
import { retryDelay, type SessionEvent } from "./session-state.ts";

/**
 * Reads the role of a user from the database until it is known. `follow` starts with the user of the last
 * authentication event, `readNow` reads at once. A failed read is repeated with a growing delay, and as soon as the
 * network is back.
 */
export function watchRole(api: Api, report: (event: SessionEvent) => void) {
  let userId: string | null = null;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = new AbortController();

  const readRole = async () => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const requestedId = userId;
    if (!requestedId) return;
    try {
      const profile = await api<Profile>("/api/profile", { signal });
      if (signal.aborted) return;
      failures = 0;
      const needsPasskey = profile.passkey_required;
      report({
        type: "role_read",
        userId: requestedId,
        role: profile.role,
        ...(needsPasskey && { needsPasskey }),
      });
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      report({ type: "role_failed", userId: requestedId });
      const retryAfter = error instanceof ApiError ? error.retryAfter : null;
      schedule(retryDelay(failures, retryAfter));
    }
  };

  const schedule = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(readRole, delay);
  };

  const online = () => {
    if (failures > 0) schedule(0);
  };
  globalThis.addEventListener?.("online", online);

  return {
    follow(nextUserId: string | null) {
      if (nextUserId !== userId) failures = 0;
      userId = nextUserId;
      running.abort();
      // Deferred: the authentication client waits for its listeners, and the check waits for the client.
      schedule(0);
    },
    again: () => schedule(0),
    close() {
      globalThis.removeEventListener?.("online", online);
      clearTimeout(timer);
      running.abort();
    },
  };
}
