import { useEffect, useRef } from "react";
import type { ContactReceipt } from "#functions/contract/answers.schema.ts";
import { handedFragment } from "#functions/contract/contact.ts";
import { ApiError } from "#web/api/api-error.ts";
import { callApi } from "#web/api/client.ts";
import { useText } from "#web/language/use-text.ts";
import { tryStorage } from "#web/ui/storage.ts";
import { useToast } from "#web/ui/toast.tsx";

const key = "inbox.handed-message";

/**
 * Moves the token of a message that the edge mailed, because it could not store it, from the address to the tab's
 * storage. There it survives a sign-in.
 */
export function useCapturedHandedMessage(): void {
  useEffect(() => {
    const token = new URLSearchParams(location.hash.slice(1)).get(handedFragment);
    if (!token) return;
    tryStorage(() => sessionStorage.setItem(key, token));
    history.replaceState(history.state, "", location.pathname + location.search);
  }, []);
}

/**
 * Stores the mailed message of this tab in the inbox once, and opens it. The edge mails a message to the company if it
 * cannot store it. The link in that mail leads here.
 */
export function useHandedMessage(open: (id: string) => void): void {
  const text = useText();
  const toast = useToast();
  const isBegun = useRef(false);
  useEffect(() => {
    const token = tryStorage(() => sessionStorage.getItem(key));
    if (!token || isBegun.current) return;
    isBegun.current = true;
    const forget = () => tryStorage(() => sessionStorage.removeItem(key));
    callApi<ContactReceipt>("/api/contact/handed", { method: "POST", body: { token } }).then(
      ({ id }) => {
        forget();
        toast({ title: text("inbox.handed.kept"), tone: "success" });
        open(id);
      },
      (error) => {
        const isRefused = error instanceof ApiError && ["not_found", "invalid_fields"].includes(error.code);
        if (isRefused) forget();
        toast({
          title: text("toast.error"),
          description: text(isRefused ? "inbox.handed.refused" : "inbox.handed.failed"),
          tone: "critical",
        });
      },
    );
  }, [open, text, toast]);
}
