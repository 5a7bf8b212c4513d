/**
 * Returns the key by which a redirect matches requests: the decoded path in lower case without a trailing slash, and
 * the query. Old addresses may have accents, capitals and a query. Editors may paste them with the origin, with
 * surrounding spaces, or encoded as Latin-1.
 * @returns null for `/`, and for a text that is not a page address
 */
export function toOldAddressKey(address: string): string | null {
  const [, pathAndQuery = ""] = /^(?:https?:\/\/[^\s\\/?#]+(?=[/?#]|$))?(.*)$/is.exec(address.trim()) ?? [];
  const normalizedAddress =
    pathAndQuery === address.trim() || pathAndQuery.startsWith("/") ? pathAndQuery : `/${pathAndQuery}`;
  if (!/^\/(?!\/)[^\s\\]*$/.test(normalizedAddress)) return null;
  try {
    const { pathname, search } = new URL(normalizedAddress, "https://site.invalid");
    const path = decode(pathname).normalize("NFC").toLowerCase().replace(/\/+$/, "");
    const key = path + decode(search).normalize("NFC");
    return key === "" ? null : key;
  } catch {
    return null;
  }
}

/** Decodes UTF-8, or Latin-1 for addresses of older sites. @throws URIError for any other encoding */
function decode(encoded: string): string {
  try {
    return decodeURI(encoded);
  } catch {
    return decodeURI(
      encoded.replace(/%([a-f][\da-f])/gi, (_, byte: string) =>
        String.fromCharCode(Number.parseInt(byte, 16)),
      ),
    );
  }
}

/** Returns whether two old addresses have the same key. */
export const isSameOldAddress = (a: string, b: string): boolean => toOldAddressKey(a) === toOldAddressKey(b);
