/**
 * The key of an old address of the site: its path as people read it, in lower case and without a slash at its end, with its query. An address
 * from another site's time may have accents, capitals and a query, and a browser sends it encoded. Null for what is no address within a site.
 */
export function toOldAddressKey(address: string): string | null {
  if (!/^\/(?!\/)[^\s\\]*$/.test(address)) return null;
  try {
    const { pathname, search } = new URL(address, "https://site.invalid");
    const path = decodeURI(pathname).normalize("NFC").toLowerCase().replace(/\/+$/, "");
    const key = path + decodeURI(search).normalize("NFC");
    return key === "" ? null : key;
  } catch {
    return null;
  }
}

/** Whether two old addresses are the same one, however each is written. */
export const isSameOldAddress = (one: string, other: string): boolean =>
  toOldAddressKey(one) === toOldAddressKey(other);
