import type { PageAddress } from "../../content/addresses.ts";
import { languages } from "../../content/site.ts";

/** Where a page is, and where it was while it was published. */
export type Address = Partial<PageAddress> & { former?: readonly string[] };

const presentOf = (address: Address) => languages.flatMap((language) => address[language] ?? []);

/**
 * The former addresses of a page once its address is another one: those at which it is published, and those that lead to it, but
 * where it is now. What somebody has taken off the list since does not come back.
 */
export function formerAfter(published: Address, before: Address, after: Address): string[] {
  const kept = new Set([...(before.former ?? []), ...presentOf(before)]);
  const present = new Set(presentOf(after));
  const known = [...(published.former ?? []), ...presentOf(published)];
  return [...new Set(known)].filter((address) => kept.has(address) && !present.has(address));
}
