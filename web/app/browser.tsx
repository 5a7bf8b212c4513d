import { isPrivate, languageAt } from "#cms/content/site.ts";
import "#web/theme/global.css.ts";
import "#web/theme/view-transition.css";
import { hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import type { Copy } from "#web/content/copy.ts";
import { loadMessages } from "#web/language/load-messages.ts";
import { messageWaits } from "#web/sections/outbox/message-waits.ts";
import { flashWaits } from "#web/ui/flash-waits.ts";
import { App } from "./app.tsx";
import { shownScreen } from "./paths.ts";
import { loadScreen } from "./routes.tsx";

/** Brings the prerendered page to life; resolves when it answers. */
export async function hydrate(): Promise<void> {
  const copy = JSON.parse(document.getElementById("copy")?.textContent ?? "") as Copy;
  const screen = shownScreen(location.pathname, copy);
  // Not what the document says of itself: a browser that translates pages writes another language there.
  const language = languageAt(location.pathname);
  // The screen is on its way before React asks for it.
  const [messages] = await Promise.all([loadMessages(language, isPrivate(screen)), loadScreen(screen)]);
  await new Promise<void>((resolve) => {
    hydrateRoot(
      document.getElementById("app") as HTMLElement,
      <BrowserRouter>
        <App screen={screen} language={language} messages={messages} copy={copy} onReady={resolve} />
      </BrowserRouter>,
    );
  });
  if (isPrivate(screen)) return;
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
