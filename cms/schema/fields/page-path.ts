import { addressFault, type PageAddress } from "../../content/addresses.ts";
import { type Language, languages, prefixOf } from "../../content/site.ts";
import { proposeAnchor } from "./anchors.ts";

/** Returns the prefix of page addresses in a language: `/` or `/en/`. */
export const beginningOf = (language: Language): string => `${prefixOf(language)}/`;

/** Returns an address without its prefix. */
export const restOf = (address: string | undefined, language: Language): string =>
  (address ?? "").replace(beginningOf(language), "");

/** Normalizes typed or pasted text to an address. Preserves a trailing hyphen or slash, so that typing can continue. */
export function typedPath(text: string, language: Language): string {
  const words = text
    .trimStart()
    .replace(/^https?:\/\/[^/]*/i, "")
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
  const beginning = beginningOf(language);
  return (words.startsWith(beginning) ? words.slice(beginning.length) : words)
    .replace(/[^a-z0-9/]+/g, "-")
    .replace(/-*\/[-/]*/g, "/")
    .replace(/^[-/]+/, "");
}

/** Returns the address for typed text, or undefined for empty text. */
export function addressOf(typed: string, language: Language): string | undefined {
  const rest = typed.replace(/[-/]+$/, "");
  return rest ? beginningOf(language) + rest : undefined;
}

/** Proposes an address from the title of a page. Avoids addresses that the site itself serves. */
export function proposeAddress(title: string | undefined, language: Language): string | undefined {
  const words = proposeAnchor(title, []) ?? "";
  return [words, proposeAnchor(title, [words]) ?? ""]
    .map((rest) => addressOf(rest, language))
    .find((address) => address && addressFault(address, language) === null);
}

/** The current address of a page, and the addresses at which it was published before. */
export type Address = Partial<PageAddress> & { former?: readonly string[] };

const presentOf = (address: Address) => languages.flatMap((language) => address[language] ?? []);

/**
 * Returns the former addresses of a page after a change of its address: its published address and those that redirect
 * to it, without the new one. An address that an editor has removed from the list does not return.
 */
export function formerAfter(published: Address, before: Address, after: Address): string[] {
  const kept = new Set([...(before.former ?? []), ...presentOf(before)]);
  const present = new Set(presentOf(after));
  const known = [...(published.former ?? []), ...presentOf(published)];
  return [...new Set(known)].filter((address) => kept.has(address) && !present.has(address));
}
