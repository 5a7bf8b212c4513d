import { languageAt } from "#cms/content/site.ts";
import { turnstileOrigin } from "#functions/contract/security-headers.ts";

const address = `${turnstileOrigin}/turnstile/v0/api.js?render=explicit`;

/** The part of Turnstile in use (https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/). */
type Turnstile = {
  render(container: HTMLElement, options: Record<string, unknown>): string | undefined;
  reset(widget: string): void;
};
type ScriptUrls = { createScriptURL(url: string): string };
type TurnstileGlobals = {
  turnstile?: Turnstile;
  trustedTypes?: { createPolicy(name: string, policy: ScriptUrls): unknown };
};

/**
 * Allows script addresses of Turnstile, here and in its own code, by the default policy of Trusted Types. All others
 * stay rejected, as on every page.
 */
function trustTurnstile({ trustedTypes }: TurnstileGlobals): void {
  trustedTypes?.createPolicy("default", {
    createScriptURL(url) {
      if (!url.startsWith(`${turnstileOrigin}/`)) throw new TypeError("not a Turnstile script");
      return url;
    },
  });
}

/** Loads the script of Turnstile into the page. */
function loadTurnstile(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error("Turnstile cannot be loaded")));
    script.src = address;
    document.head.append(script);
  });
}

/**
 * Loads Turnstile and lets it check the browser. Its widget appears below the form only if it needs an interaction.
 * @param onToken receives each token, and a function that requests another one
 * @throws Error if the script cannot be loaded
 */
export async function showTurnstile(
  form: HTMLElement,
  siteKey: string,
  onToken: (token: string, renew: () => void) => void,
): Promise<void> {
  const globals = globalThis as TurnstileGlobals;
  trustTurnstile(globals);
  await loadTurnstile();
  const { turnstile } = globals;
  const container = document.createElement("div");
  form.after(container);
  const widget = turnstile?.render(container, {
    sitekey: siteKey,
    appearance: "interaction-only",
    size: "flexible",
    language: languageAt(location.pathname),
    theme: document.documentElement.dataset.theme ?? "auto",
    // The outbox sends the token, and failures are not reported to Cloudflare.
    "response-field": false,
    "feedback-enabled": false,
    "before-interactive-callback": () => {
      container.style.marginBlockStart = "1.5rem";
    },
    callback: (token: string) => onToken(token, () => widget && turnstile?.reset(widget)),
    // Turnstile retries by itself, and a message can be sent without a token.
    "error-callback": () => true,
  });
}
