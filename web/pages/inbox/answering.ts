import { useEffect } from "react";
import { tryStorage } from "#web/ui/storage.ts";

const key = "inbox.answering";

/** The message that an answer was begun to before this page was loaded, null for none. */
export const recalledAnswering = (): string | null => tryStorage(() => sessionStorage.getItem(key)) ?? null;

/** Keeps it in this tab: a phone may drop the page while the answer is written in another program. */
export function useAnsweringMemory(answering: string | null): void {
  useEffect(() => {
    tryStorage(() =>
      answering === null ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, answering),
    );
  }, [answering]);
}
