import { sharedSecurityHeaders } from "#functions/contract/security-headers.ts";
import type { Files } from "./files.ts";
import type { LiveSite } from "./live-site.ts";
import type { Waiting } from "./within.ts";

const year = 31_536_000;
const hour = 3_600;
const minute = 60;
/** How long the CMS may take to make a picture, in milliseconds. */
const timeout = 10_000;

/**
 * A picture from the site's own origin: the built file, or for one that was uploaded since what the CMS's image pipeline
 * makes of it, kept in the data center.
 */
export async function answerPicture(
  request: Request,
  files: Files,
  site: LiveSite,
  waitUntil: Waiting["waitUntil"],
): Promise<Response> {
  const file = await files.fetch(request);
  if (file.status !== 404) return file;
  const { origin, pathname } = new URL(request.url);
  const pictures = await caches.open("pictures");
  const address = origin + pathname;
  const kept = await pictures.match(address);
  if (kept) return kept;
  const made = await makePicture(site, pathname);
  if (!made) return file;
  if (made.isFinal) waitUntil(pictures.put(address, made.response.clone()).catch(() => {}));
  return made.response;
}

async function makePicture(
  site: LiveSite,
  address: string,
): Promise<{ response: Response; isFinal: boolean } | null> {
  const found = await site.findPicture(address);
  if (!found) return null;
  const answer = await fetch(found.url, {
    headers: { Accept: `${found.type},image/webp` },
    signal: AbortSignal.timeout(timeout),
  });
  if (!answer.ok) return null;
  const type = answer.headers.get("Content-Type") ?? found.type;
  // The pipeline answers with another format while it is still making the one that was asked for.
  const isFinal = type === found.type;
  const age = !isFinal ? minute : found.final ? year : hour;
  const response = new Response(answer.body, {
    headers: {
      ...sharedSecurityHeaders,
      "Content-Type": type,
      "Cache-Control": `public, max-age=${age}${age === year ? ", immutable" : ""}`,
    },
  });
  return { response, isFinal };
}
