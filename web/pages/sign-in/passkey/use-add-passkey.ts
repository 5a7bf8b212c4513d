import { useState } from "react";
import type { Refusal } from "#web/session/outcome.ts";
import { isCancelled } from "#web/session/passkey-actions.ts";
import { useSession } from "#web/session/session.tsx";
import type { Attempt } from "./use-proof.tsx";

/** Adds a passkey: the browser asks where to keep it. One that no one wanted after all is no refusal. */
export function useAddPasskey(attempt: Attempt, onAdded: () => void) {
  const { account } = useSession();
  const [adding, setAdding] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const add = async () => {
    if (adding) return;
    setRefusal(null);
    setAdding(true);
    const answer = await attempt(() => account.addPasskey());
    setAdding(false);
    if (!answer) return;
    if (!answer.refusal) return onAdded();
    if (!isCancelled(answer.refusal.error)) setRefusal(answer.refusal);
  };
  return { adding, refusal, add };
}
