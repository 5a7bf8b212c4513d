import { siteOrigin } from "../project.ts";

/**
 * What a public address says of itself: the fingerprint of what was published when it was last known to be right, none while no
 * page is there; null where the site does not answer.
 */
export async function askPublicPage(address: string): Promise<{ published: string | null } | null> {
  try {
    const answer = await fetch(`${siteOrigin}${address}`, {
      cache: "no-store",
      signal: AbortSignal.timeout(5_000),
    });
    return { published: answer.ok ? answer.headers.get("X-Content-Published") : null };
  } catch {
    return null;
  }
}
