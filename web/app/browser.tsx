import { isPrivate, type Language, languageAt } from "#cms/content/site.ts";
import "#web/theme/global.css.ts";
import "#web/theme/view-transition.css";
import { hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import type { Copy } from "#web/content/copy.ts";
import { loadMessages } from "#web/language/load-messages.ts";
import type { Messages } from "#web/language/provider.tsx";
import { messageWaits } from "#web/sections/outbox/message-waits.ts";
import { flashWaits } from "#web/ui/flash-waits.ts";
import { App } from "./app.tsx";
import { carryFields } from "./carry-fields.ts";
import { loadPresentCopy } from "./load-present-copy.ts";
import { shownScreen } from "./paths.ts";
import { loadScreen } from "./routes.tsx";

/** Finds what stands in the place of an element of the page as it came. */
export type Current = ReturnType<typeof carryFields>["current"];

/** Hydrates the page that was prerendered with this copy, or with one that is gone; resolves when it answers. */
export async function hydrate(copyOfPage: Copy | null): Promise<Current> {
  const copy = copyOfPage ?? (await loadPresentCopy());
  const screen = shownScreen(location.pathname, copy);
  // Not what the document says of itself: a browser that translates pages writes another language there.
  const language = languageAt(location.pathname);
  // The screen is on its way before React asks for it.
  const [messages] = await Promise.all([loadMessages(language, isPrivate(screen)), loadScreen(screen)]);
  const root = document.getElementById("app") as HTMLElement;
  const fields = carryFields(root);
  await new Promise<void>((resolve) => {
    hydrateRoot(
      root,
      <BrowserRouter>
        <App screen={screen} language={language} messages={messages} copy={copy} onReady={resolve} />
      </BrowserRouter>,
      { onRecoverableError: createRecoveryReport() },
    );
  });
  fields.stop();
  if (!isPrivate(screen)) await showWaiting(copy, language, messages);
  return fields.current;
}

// React renders the page anew and reports each difference. The log has the first, with the number of React's error and nothing of its text.
function createRecoveryReport(): (cause: unknown) => void {
  let isReported = false;
  return (cause) => {
    if (isReported) return;
    isReported = true;
    const [, number = 0] = /#(\d+)/.exec(String(cause)) ?? [];
    void fetch("/api/hydration-errors", {
      method: "POST",
      keepalive: true,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ path: location.pathname, error: Number(number) }),
    }).catch(() => {});
  };
}

async function showWaiting(copy: Copy, language: Language, messages: Messages): Promise<void> {
  const hasForm = copy.page?.sections.some(({ _type }) => _type === "contactForm");
  if (messageWaits() && !hasForm) {
    const { sendWaitingMessages } = await import("./waiting-toasts.tsx");
    sendWaitingMessages(language, messages);
    // A page with toasts of its own has taken them by now.
  } else if (flashWaits()) {
    const { showFlashToasts } = await import("./flash-toasts.tsx");
    showFlashToasts(language, messages);
  }
}
