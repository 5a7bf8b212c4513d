/** Names what a page's copy says: two copies with the same revision say the same. Hexadecimal, 16 digits. */
export async function revisionOf(page: unknown): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(page)));
  return Array.from(new Uint8Array(digest).subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}
