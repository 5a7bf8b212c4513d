export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Returns the SHA-256 of bytes, or of a text in UTF-8, in hexadecimal. The database stores it in place of tokens and
 * addresses.
 */
export async function sha256(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return toHex(digest);
}

/** Returns the UUID (version 8, RFC 9562 §5.8) of a name. Retries derive it again, so a store recognizes the repeat. */
export async function toUuid(name: string): Promise<string> {
  const digest = await sha256(name);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `a${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join("-");
}
