/** Returns the hash of content as 16 hexadecimal digits (SHA-256, truncated). Equal content has an equal hash. */
export async function computeRevision(page: unknown): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(page)));
  return Array.from(new Uint8Array(digest).subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}
