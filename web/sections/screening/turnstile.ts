import { pageAt } from "#cms/content/site.ts";
import { findSiteKey } from "./form-stamp.ts";

let begun = false;

/** A visitor begins to fill in a form: where the site has Turnstile, it begins beside it. Nothing waits for it, and nothing needs it. */
export function beginTurnstile(form: HTMLElement): void {
  if (begun) return;
  begun = true;
  begin(form).catch(() => {});
}

async function begin(form: HTMLElement): Promise<void> {
  // Other pages with a form do without: no foreign script may run there.
  if (pageAt(location.pathname)?.page !== "contact") return;
  const siteKey = await findSiteKey();
  if (!siteKey) return;
  const { showTurnstile } = await import("./turnstile-widget.ts");
  await showTurnstile(form, siteKey);
}
