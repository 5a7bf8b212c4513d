import { picturePolicy, sharedSecurityHeaders } from "#functions/contract/security-headers.ts";
import type { PictureSource } from "#functions/contract/site-renderer.ts";
import { hourSeconds, minuteSeconds } from "#functions/kernel/durations.ts";
import { fetchDirectly } from "#functions/kernel/http/fetch-directly.ts";
import { toNetwork } from "#functions/kernel/http/network.ts";
import { createNetworkBuckets } from "#functions/kernel/http/token-bucket.ts";
import { type RequestLifetime, waitFor } from "#functions/site/request-lifetime.ts";
import type { LiveSite, SiteView } from "./live-site.ts";

/** The built files, as Pages serves them: with their headers, redirects and not-found documents. */
export type Files = { fetch(request: Request): Promise<Response> };

const yearSeconds = 31_536_000;
/** Time limit of the CMS for a picture, in milliseconds. */
const timeoutMs = 10_000;
/** Maximum size of a picture that the edge forwards, in bytes. */
const maxSizeBytes = 20_000_000;

const toAscii = (bytes: Uint8Array, start: number, end: number) =>
  String.fromCharCode(...bytes.subarray(start, end));

/** The raster formats of the image pipeline, with a test of their first bytes. */
const formats: Record<string, (bytes: Uint8Array) => boolean> = {
  "image/jpeg": (bytes) => toAscii(bytes, 0, 3) === "\xff\xd8\xff",
  "image/png": (bytes) => toAscii(bytes, 0, 8) === "\x89PNG\r\n\x1a\n",
  "image/webp": (bytes) => toAscii(bytes, 0, 4) === "RIFF" && toAscii(bytes, 8, 12) === "WEBP",
  "image/avif": (bytes) => /^ftypavi[fs]$/.test(toAscii(bytes, 4, 12)),
};

const pictureHeaders = { ...sharedSecurityHeaders, "Content-Security-Policy": picturePolicy };

const takeToken = createNetworkBuckets({ burst: 300, perSecond: 10 });

type PictureRequest = {
  lifetime: RequestLifetime;
  /** Finds the picture among drafts; null for a reader who may not see drafts. */
  findDraft: (() => Promise<PictureSource | null>) | null;
};

/**
 * Returns a picture from the site's own origin: the built file or, for a picture or share card that is newer than the
 * build, the file that the CMS's image pipeline makes. Only the parts that published content shows are public, and those
 * of drafts for their readers. A built file that an editor has cropped since is not found.
 */
export async function answerPicture(
  request: Request,
  files: Files,
  site: LiveSite,
  { lifetime, findDraft }: PictureRequest,
): Promise<Response> {
  const file = await files.fetch(request);
  // An invented address of a picture would be a query to the CMS.
  if (file.status === 404 && !takeToken(toNetwork(request.headers.get("CF-Connecting-IP") ?? undefined))) {
    const headers = { ...pictureHeaders, "Retry-After": "1", "Cache-Control": "no-store" };
    return new Response(null, { status: 429, headers });
  }
  const view = await site.view(lifetime);
  const { pathname } = new URL(request.url);
  if (file.status !== 404) {
    if (!view.isNewer || !(await isCutAway(view, pathname, lifetime))) return file;
    await file.body?.cancel();
    return files.fetch(new Request(new URL("/pictures/cut", request.url), { method: request.method }));
  }
  const published = await view.findPicture(pathname);
  if (published && published !== "cut") return (await relayPicture(site, published, lifetime)) ?? file;
  const draft = await findDraft?.();
  const picture = draft && (await relayPicture(site, draft, lifetime));
  if (!picture) return file;
  const privatePicture = new Response(picture.body, picture);
  privatePicture.headers.set("Cache-Control", "private, no-store");
  return privatePicture;
}

/** Time for which built pictures are not compared with the CMS after it has not answered, in milliseconds. */
const backoffMs = 5_000;
let unansweredAt = Number.NEGATIVE_INFINITY;

/** Returns whether an editor has cropped a built picture since the build. It is shown while the CMS is away. */
async function isCutAway(view: SiteView, address: string, lifetime: RequestLifetime): Promise<boolean> {
  if (Date.now() < unansweredAt + backoffMs) return false;
  let picture: Awaited<ReturnType<SiteView["findPicture"]>> | undefined;
  const work = view.findPicture(address).then((answer) => {
    picture = answer;
  });
  await waitFor(lifetime, work);
  if (picture === undefined) unansweredAt = Date.now();
  return picture === "cut";
}

/** Returns a picture of the CMS's image pipeline, which the data center caches; null without such a picture. */
async function relayPicture(
  site: LiveSite,
  source: PictureSource,
  lifetime: RequestLifetime,
): Promise<Response | null> {
  const pictures = await caches.open("pictures");
  // The key is the source, not the address: all names of one picture share one cache entry.
  const cacheKey = `${site.origin}/pictures/source/${source.file}`;
  const cachedPicture = await pictures.match(cacheKey);
  if (cachedPicture) return cachedPicture.status === 200 ? cachedPicture : null;
  const picture = await fetchPicture(site.pictureBase, source);
  // While the pipeline still makes the requested format, it answers with another one.
  const isFinal = picture?.status !== 200 || picture.headers.get("Content-Type") === source.type;
  if (picture && isFinal) lifetime.waitUntil(pictures.put(cacheKey, picture.clone()).catch(() => {}));
  return picture?.status === 200 ? picture : null;
}

/** Returns a body of at most `maxSizeBytes`; null for a larger one. */
async function readBytes({ body }: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxSizeBytes) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/**
 * Fetches a picture from the CMS's image pipeline: a 404, cached for a minute, if it rejects the request, or null for
 * an unusable answer. Only bytes of the declared raster format pass, because they get the site's own origin.
 */
async function fetchPicture(
  base: string,
  { file, type: requestedType, final }: PictureSource,
): Promise<Response | null> {
  const answer = await fetchDirectly(base + file, {
    headers: { Accept: `${requestedType},image/webp` },
    signal: AbortSignal.timeout(timeoutMs),
  });
  const type = answer.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  const isTooLarge = Number(answer.headers.get("Content-Length")) > maxSizeBytes;
  if (answer.status !== 200 || isTooLarge || !Object.hasOwn(formats, type)) {
    await answer.body?.cancel();
    const isRefused = answer.status >= 400 && answer.status < 500 && answer.status !== 429;
    const headers = { "Cache-Control": `public, max-age=${minuteSeconds}` };
    return isRefused ? new Response(null, { status: 404, headers }) : null;
  }
  const bytes = await readBytes(answer);
  if (!bytes || !formats[type]?.(bytes)) return null;
  const isFinal = type === requestedType;
  // Provisional answers expire sooner: another format than the requested one, or a share card until a build draws it.
  const maxAgeSeconds = !isFinal ? minuteSeconds : final ? yearSeconds : hourSeconds;
  return new Response(bytes, {
    headers: {
      ...pictureHeaders,
      "Content-Type": type,
      "Cache-Control": `public, max-age=${maxAgeSeconds}${final && isFinal ? ", immutable" : ""}`,
    },
  });
}
