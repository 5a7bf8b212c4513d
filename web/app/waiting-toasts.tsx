import { useEffect } from "react";
import { type Language, path } from "#cms/content/site.ts";
import type { Messages } from "#web/language/provider.tsx";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { openOutbox } from "#web/sections/outbox/outbox.ts";
import { useToast } from "#web/ui/toast.tsx";
import { showFlashToasts } from "./flash-toasts.tsx";

/** Sends the contact messages that wait in this browser, and shows the results as toasts on a page without the form. */
export function sendWaitingMessages(language: Language, messages: Messages): void {
  showFlashToasts(language, messages, <WaitingToasts />);
}

/**
 * Sends the waiting messages, with a toast for each sent one. A single toast about rejected or day-old messages links
 * to the form, which shows them.
 */
function WaitingToasts() {
  const text = useText();
  const language = useLanguage();
  const toast = useToast();
  useEffect(() => {
    let isReported = false;
    const outbox = openOutbox({
      onSent: () =>
        toast({ title: text("contact.sentLater"), description: text("contact.sentDetail"), tone: "success" }),
      onChange(messages) {
        if (isReported || !messages.some(({ returned }) => returned)) return;
        isReported = true;
        const action = { label: text("contact.returnedAction"), href: path("contact", language) };
        toast({ title: text("contact.returned"), tone: "critical", action });
      },
    });
    return outbox.close;
  }, [text, language, toast]);
  return null;
}
