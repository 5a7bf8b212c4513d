import { pageAt } from "#cms/content/site.ts";
import { findSiteKey } from "./form-stamp.ts";

/** A token is valid for five minutes. It is used for a little less, so that it is still valid when it arrives. */
const tokenLifetimeMs = 285_000;

type Token = { value: string; since: number; idempotencyKey: string | null; renew(): void };
let token: Token | null = null;

/** Stores the token that Turnstile has issued; `renew` requests another one. */
function keepToken(value: string, renew: () => void): void {
  token = { value, since: Date.now(), idempotencyKey: null, renew };
}

/**
 * Returns the token for a message, by its idempotency key, or null. A token belongs to one message, and serves all of
 * its attempts.
 */
export function takeToken(idempotencyKey: string): string | null {
  if (!token || Date.now() - token.since > tokenLifetimeMs) return null;
  token.idempotencyKey ??= idempotencyKey;
  return token.idempotencyKey === idempotencyKey ? token.value : null;
}

/** Requests another Turnstile token after the message with this key was sent, because each token is valid once. */
export function renewToken(idempotencyKey: string): void {
  if (token?.idempotencyKey !== idempotencyKey) return;
  const { renew } = token;
  token = null;
  renew();
}

let hasBegun = false;

/**
 * Starts Turnstile, Cloudflare's test for bots, when a visitor begins to fill in the form of the contact page, if the
 * site has a key. The form works without it.
 */
export function beginTurnstile(form: HTMLElement): void {
  if (hasBegun) return;
  hasBegun = true;
  // Without the widget the message only has one more doubt.
  loadWidget(form).catch(() => {});
}

async function loadWidget(form: HTMLElement): Promise<void> {
  // The policy of other pages allows no script of another origin.
  if (pageAt(location.pathname)?.page !== "contact") return;
  const siteKey = await findSiteKey();
  if (!siteKey) return;
  const { showTurnstile } = await import("./turnstile-widget.ts");
  await showTurnstile(form, siteKey, keepToken);
}
