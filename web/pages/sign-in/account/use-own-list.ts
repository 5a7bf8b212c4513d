import { useCallback, useEffect, useState } from "react";
import type { Outcome } from "#web/session/account-actions.ts";

/** What of the account is read once by `ask`, and again by `load`; null until it was there for the first time. `readAt` is in milliseconds since 1970. */
export function useOwnList<Item>(ask: () => Outcome<Item[]>) {
  const [read, setRead] = useState<{ items: Item[]; readAt: number } | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(async () => {
    const answer = await ask();
    setFailed(answer.refusal !== null);
    if (!answer.refusal) setRead({ items: answer.value, readAt: Date.now() });
  }, [ask]);
  useEffect(() => {
    load();
  }, [load]);
  return { items: read?.items ?? null, readAt: read?.readAt ?? 0, failed, load };
}
