import type { Profile } from "#functions/contract/answers.schema.ts";
import { ApiError } from "#web/api/api-error.ts";
import type { Api } from "#web/api/client.ts";
import { type SessionEvent, toRetryDelayMs } from "./session-state.ts";

/**
 * Reads the role of the signed-in user from the API and reports it: after each authentication event (`follow`), and at
 * once by `readNow`. A failed read is repeated with a growing delay, and as soon as the network is back.
 */
export function watchRole(api: Api, report: (event: SessionEvent) => void) {
  let userId: string | null = null;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let runningRead = new AbortController();

  const readRole = async () => {
    runningRead.abort();
    runningRead = new AbortController();
    const { signal } = runningRead;
    const requestedId = userId;
    if (!requestedId) return;
    try {
      const { role, passkey_required: needsPasskey } = await api<Profile>("/api/profile", { signal });
      if (signal.aborted) return;
      failures = 0;
      report({ type: "role_read", userId: requestedId, role, needsPasskey });
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      report({ type: "role_failed", userId: requestedId });
      const retryAfter = error instanceof ApiError ? error.retryAfter : null;
      schedule(toRetryDelayMs(failures, retryAfter));
    }
  };

  const schedule = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(readRole, delay);
  };

  const onOnline = () => {
    if (failures > 0) schedule(0);
  };
  globalThis.addEventListener?.("online", onOnline);

  return {
    follow(nextUserId: string | null) {
      if (nextUserId !== userId) failures = 0;
      userId = nextUserId;
      runningRead.abort();
      // Deferred: the authentication client waits for its listeners, and the check waits for the client.
      schedule(0);
    },
    readNow: () => schedule(0),
    close() {
      globalThis.removeEventListener?.("online", onOnline);
      clearTimeout(timer);
      runningRead.abort();
    },
  };
}
