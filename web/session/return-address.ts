import { type Language, pageAt, path } from "#cms/content/site.ts";
import { accountFragment } from "#functions/contract/account.ts";

// Only the inbox sends users to sign in. Any other address could come from an attacker.
const returnPage = "inbox";

/** Returns the address of the user's own account. The page asks visitors to sign in first. */
export function accountAddress(language: Language): string {
  return `${path("sign-in", language)}#${accountFragment(language)}`;
}

/** Returns the address of the sign-in page that leads back to `from`, an address of the inbox with its search. */
export function signInAddress(language: Language, from: string): string {
  return `${path("sign-in", language)}?${new URLSearchParams({ next: from })}`;
}

/** Returns the inbox address that `next` names, or null for any other value, which an attacker may have linked. */
export function returnAddress(search: string): string | null {
  const next = new URLSearchParams(search).get("next");
  if (!next?.startsWith("/")) return null;
  const origin = "https://own.invalid";
  if (!URL.canParse(next, origin)) return null;
  const address = new URL(next, origin);
  if (address.origin !== origin || pageAt(address.pathname)?.page !== returnPage) return null;
  return address.pathname + address.search;
}
