import { addressFault, type PageAddress } from "../../content/addresses.ts";
import { type Language, languages, prefixOf } from "../../content/site.ts";
import { proposeAnchor } from "./anchors.ts";

/** Returns the fixed beginning of a page's address in a language: `/` or `/en/`. */
export const beginningOf = (language: Language): string => `${prefixOf(language)}/`;

/** The rest of an address, after its beginning. */
export const restOf = (address: string | undefined, language: Language): string =>
  (address ?? "").replace(beginningOf(language), "");

/** What was typed or pasted, as an address has it, but that it may go on: a hyphen or a slash at its end is kept. */
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

/** The address that what was typed stands for; undefined where nothing was. */
export function addressOf(typed: string, language: Language): string | undefined {
  const rest = typed.replace(/[-/]+$/, "");
  return rest ? beginningOf(language) + rest : undefined;
}

/** An address for a page from its title in a language: one where the site itself does not answer. */
export function proposeAddress(title: string | undefined, language: Language): string | undefined {
  const words = proposeAnchor(title, []) ?? "";
  return [words, proposeAnchor(title, [words]) ?? ""]
    .map((rest) => addressOf(rest, language))
    .find((address) => address && addressFault(address, language) === null);
}

/** Where a page is, and where it was while it was published. */
export type Address = Partial<PageAddress> & { former?: readonly string[] };

const presentOf = (address: Address) => languages.flatMap((language) => address[language] ?? []);

/**
 * Returns the former addresses of a page after a change of its address: its published address and those that redirect to it, without the new
 * one. An address that an editor has removed from the list does not return.
 */
export function formerAfter(published: Address, before: Address, after: Address): string[] {
  const kept = new Set([...(before.former ?? []), ...presentOf(before)]);
  const present = new Set(presentOf(after));
  const known = [...(published.former ?? []), ...presentOf(published)];
  return [...new Set(known)].filter((address) => kept.has(address) && !present.has(address));
}
