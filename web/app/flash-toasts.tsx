import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import type { Language } from "#cms/content/site.ts";
import { LanguageProvider, type Messages } from "#web/language/provider.tsx";
import { useText } from "#web/language/use-text.ts";
import { ToastProvider } from "#web/ui/toast.tsx";

/** Shows the toasts that the last document left, on a page that has none of its own; and those of `children`. */
export function showFlashToasts(language: Language, messages: Messages, children: ReactNode = null): void {
  // Apart from the page: that was prerendered without them.
  const place = document.body.appendChild(document.createElement("div"));
  createRoot(place).render(
    <LanguageProvider language={language} messages={messages}>
      <FlashToasts>{children}</FlashToasts>
    </LanguageProvider>,
  );
}

function FlashToasts({ children }: { children: ReactNode }) {
  const text = useText();
  const labels = { region: text("toasts.region"), dismiss: text("toasts.dismiss") };
  return <ToastProvider labels={labels}>{children}</ToastProvider>;
}
