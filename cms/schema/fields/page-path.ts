import { findAddressFault, type PageAddress } from "../../content/addresses.ts";
import { type Language, languages, prefixOf } from "../../content/site.ts";
import { proposeAnchor } from "./anchors.ts";

/** Returns the prefix of page addresses in a language: `/` or `/en/`. */
export const getAddressPrefix = (language: Language): string => `${prefixOf(language)}/`;

/** Returns an address without its prefix. */
export const withoutPrefix = (address: string | undefined, language: Language): string =>
  (address ?? "").replace(getAddressPrefix(language), "");

/**
 * Normalizes typed or pasted text to the part of an address after its prefix. Preserves a trailing hyphen or slash, so
 * that typing can continue.
 */
export function normalizeTypedPath(text: string, language: Language): string {
  const plainPath = text
    .trimStart()
    .replace(/^https?:\/\/[^/]*/i, "")
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
  const prefix = getAddressPrefix(language);
  return (plainPath.startsWith(prefix) ? plainPath.slice(prefix.length) : plainPath)
    .replace(/[^a-z0-9/]+/g, "-")
    .replace(/-*\/[-/]*/g, "/")
    .replace(/^[-/]+/, "");
}

/** Returns the page address for the part after its prefix, without a hyphen or slash at its end; undefined if empty. */
export function toAddress(typedPath: string, language: Language): string | undefined {
  const trimmedPath = typedPath.replace(/[-/]+$/, "");
  return trimmedPath ? getAddressPrefix(language) + trimmedPath : undefined;
}

/**
 * Proposes an address from the title of a page; undefined without a valid one. Adds a number if the site reserves the
 * address without it.
 */
export function proposeAddress(title: string | undefined, language: Language): string | undefined {
  const slug = proposeAnchor(title, []) ?? "";
  return [slug, proposeAnchor(title, [slug]) ?? ""]
    .map((candidatePath) => toAddress(candidatePath, language))
    .find((address) => address && findAddressFault(address, language) === null);
}

/** The current address of a page, and the addresses at which it was published before. */
export type AddressWithHistory = Partial<PageAddress> & { former?: readonly string[] };

const listCurrentAddresses = (address: AddressWithHistory) =>
  languages.flatMap((language) => address[language] ?? []);

/**
 * Returns the former addresses of a page after a change of its address: its published address and those that redirect
 * to it, without the new one. An address that an editor has removed from the list does not return.
 */
export function toFormerAddresses(
  published: AddressWithHistory,
  previousAddress: AddressWithHistory,
  newAddress: AddressWithHistory,
): string[] {
  const keepableAddresses = new Set([
    ...(previousAddress.former ?? []),
    ...listCurrentAddresses(previousAddress),
  ]);
  const currentAddresses = new Set(listCurrentAddresses(newAddress));
  const publishedAddresses = [...(published.former ?? []), ...listCurrentAddresses(published)];
  return [...new Set(publishedAddresses)].filter(
    (address) => keepableAddresses.has(address) && !currentAddresses.has(address),
  );
}
