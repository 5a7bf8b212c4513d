import { type Language, pageAt, path } from "#cms/content/site.ts";
import { accountFragment } from "#functions/contract/account.ts";

// Only the inbox sends people to sign in; any other way back could come from an attacker.
const returnsTo = "inbox";

/** The page of one's own account; who is not signed in is asked to on it. */
export function accountAddress(language: Language): string {
  return `${path("sign-in", language)}#${accountFragment(language)}`;
}

/** The sign-in page, which afterwards leads back to `from`, an address of the inbox with its search. */
export function signInAddress(language: Language, from: string): string {
  return `${path("sign-in", language)}?${new URLSearchParams({ next: from })}`;
}

/** Where the sign-in page was asked to lead to: an own private address, or null for anything else. */
export function returnAddress(search: string): string | null {
  const next = new URLSearchParams(search).get("next");
  if (!next?.startsWith("/")) return null;
  const origin = "https://own.invalid";
  if (!URL.canParse(next, origin)) return null;
  const address = new URL(next, origin);
  if (address.origin !== origin || pageAt(address.pathname)?.page !== returnsTo) return null;
  return address.pathname + address.search;
}
