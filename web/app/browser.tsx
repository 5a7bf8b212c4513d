import { isPrivate, type Language, languageAt } from "#cms/content/site.ts";
import "#web/theme/global.css.ts";
import "#web/theme/view-transition.css";
import { hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import type { Copy } from "#web/content/copy-provider.tsx";
import { loadMessages } from "#web/language/load-messages.ts";
import type { Messages } from "#web/language/provider.tsx";
import { hasWaitingMessage } from "#web/sections/outbox/message-waits.ts";
import { hasWaitingFlash } from "#web/ui/flash-waits.ts";
import { App } from "./app.tsx";
import { carryFields } from "./carry-fields.ts";
import { findScreen } from "./paths.ts";
import { loadScreen } from "./routes.tsx";

/** Finds the element that replaced an element of the prerendered page. */
export type FindReplacement = ReturnType<typeof carryFields>["current"];

/**
 * Hydrates the prerendered page for the loader, and resolves when it is interactive.
 * @param copyOfPage the copy of the page, or null if a later build has replaced its file
 * @returns the function by which the loader repeats earlier interactions on elements that React has replaced
 */
export async function hydrate(copyOfPage: Copy | null): Promise<FindReplacement> {
  const copy = copyOfPage ?? (await loadPresentCopy());
  const screen = findScreen(location.pathname, copy);
  // The `lang` attribute may differ: a browser that translates the page changes it.
  const language = languageAt(location.pathname);
  // Loads the screen before React requests it.
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
  if (!isPrivate(screen)) await showPendingToasts(copy, language, messages);
  return fields.current;
}

/**
 * Returns a handler for hydration errors, after which React renders the page again. It reports the first error to the
 * log of the edge, as the number that React gives to its message.
 */
function createRecoveryReport(): (cause: unknown) => void {
  let isReported = false;
  return (cause) => {
    if (isReported) return;
    isReported = true;
    // A lost report changes nothing for the visitor.
    const [, number = 0] = /#(\d+)/.exec(String(cause)) ?? [];
    void fetch("/api/hydration-errors", {
      method: "POST",
      keepalive: true,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ path: location.pathname, error: Number(number) }),
    }).catch(() => {});
  };
}

/**
 * Shows the toasts that the previous document left (flash), and sends the messages that wait in this browser. A page
 * with the contact form does both itself.
 */
async function showPendingToasts(copy: Copy, language: Language, messages: Messages): Promise<void> {
  const hasForm = copy.page?.sections.some(({ _type }) => _type === "contactForm");
  if (hasWaitingMessage() && !hasForm) {
    const { sendWaitingMessages } = await import("./waiting-toasts.tsx");
    sendWaitingMessages(language, messages);
    // A page with its own ToastProvider has already shown the flash toasts and removed them from storage.
  } else if (hasWaitingFlash()) {
    const { showFlashToasts } = await import("./flash-toasts.tsx");
    showFlashToasts(language, messages);
  }
}

/** Matches the name of the copy's file in a document, or the copy itself. */
const copyOfDocument = / data-copy="([^"]+)"|id="copy">(.*?)<\/script>/s;

/** Loads the copy of the present document at this address. A later build has replaced the file that the page names. */
async function loadPresentCopy(): Promise<Copy> {
  const [, file, inlineCopy = ""] = copyOfDocument.exec(await fetchText(location.href)) ?? [];
  return JSON.parse(file ? await fetchText(`/${file}`) : inlineCopy);
}

/** Fetches the present document or its copy as text. @throws Error for an error status */
async function fetchText(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}.`);
  return answer.text();
}
