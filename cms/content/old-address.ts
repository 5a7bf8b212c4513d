/**
 * Returns the key of an old address of the site: its decoded path in lower case, without a slash at its end, with its query. An old site's
 * address may have accents, capitals and a query, and may be pasted with its origin, with spaces around it, or encoded as Latin-1.
 * @returns null for a text that is no address of a page
 */
export function toOldAddressKey(address: string): string | null {
  const [, rest = ""] = /^(?:https?:\/\/[^\s\\/?#]+(?=[/?#]|$))?(.*)$/is.exec(address.trim()) ?? [];
  const written = rest === address.trim() || rest.startsWith("/") ? rest : `/${rest}`;
  if (!/^\/(?!\/)[^\s\\]*$/.test(written)) return null;
  try {
    const { pathname, search } = new URL(written, "https://site.invalid");
    const path = decode(pathname).normalize("NFC").toLowerCase().replace(/\/+$/, "");
    const key = path + decode(search).normalize("NFC");
    return key === "" ? null : key;
  } catch {
    return null;
  }
}

/** Decodes UTF-8, or Latin-1 for addresses of sites older than UTF-8. @throws URIError for an encoding that is neither */
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

/** Whether two old addresses are the same one, however each is written. */
export const isSameOldAddress = (one: string, other: string): boolean =>
  toOldAddressKey(one) === toOldAddressKey(other);
