/** Returns a hash by which the site detects changed content: 16 hexadecimal digits (SHA-256, truncated) of its JSON. */
export async function computeRevision(content: unknown): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(content)));
  return Array.from(new Uint8Array(digest).subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}
