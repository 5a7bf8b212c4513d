import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import type { Language } from "#cms/content/site.ts";
import { LanguageProvider, type Messages } from "#web/language/provider.tsx";
import { useText } from "#web/language/use-text.ts";
import { ToastProvider } from "#web/ui/toast.tsx";

/** Shows the toasts of the previous document, and those of `children`, on a page without a ToastProvider. */
export function showFlashToasts(language: Language, messages: Messages, children: ReactNode = null): void {
  // A separate root, because the page was prerendered without toasts.
  const container = document.body.appendChild(document.createElement("div"));
  createRoot(container).render(
    <LanguageProvider language={language} messages={messages}>
      <FlashToasts>{children}</FlashToasts>
    </LanguageProvider>,
  );
}

/** Provides toasts to its children. The provider shows those of the previous document first. */
function FlashToasts({ children }: { children: ReactNode }) {
  const text = useText();
  const labels = { region: text("toasts.region"), dismiss: text("toasts.dismiss") };
  return <ToastProvider labels={labels}>{children}</ToastProvider>;
}
