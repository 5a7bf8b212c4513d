import { useState } from "react";
import { passkeyNameLength } from "#functions/contract/account.ts";
import { cutCharacters } from "#functions/contract/characters.ts";
import { toDevice } from "#web/pages/sign-in/account/device.ts";
import type { Refusal } from "#web/session/account-actions.ts";
import { isCancelled } from "#web/session/account-actions.ts";
import { useSession } from "#web/session/session.tsx";
import type { Attempt } from "./use-proof.tsx";

/** Returns what a new passkey is called: the browser and the system that made it, and what keeps it, where the edge knows that. */
export function namePasskey(userAgent: string, keeper: string | undefined): string {
  const { browser, system } = toDevice(userAgent);
  return cutCharacters([browser, system, keeper].filter((part) => part).join(" · "), passkeyNameLength);
}

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
    if (answer && !answer.refusal) {
      const { id, friendly_name: keeper } = answer.value;
      const name = namePasskey(navigator.userAgent, keeper);
      // Without a name it is a passkey all the same.
      if (name) await account.renamePasskey(id, name);
    }
    setAdding(false);
    if (!answer) return;
    if (!answer.refusal) return onAdded();
    if (!isCancelled(answer.refusal.error)) setRefusal(answer.refusal);
  };
  return { adding, refusal, add };
}
