import { isOwnAddress } from "#cms/content/own-addresses.ts";
import { isPrivate, languageAt, pageAt, prefixOf } from "#cms/content/site.ts";
import type { BuildRecord } from "#functions/contract/site-renderer.ts";
import { describeFault, logLine } from "#functions/log.ts";
import { readRecord } from "./built.ts";
import { documentResponse, isNotFound, markedResponse } from "./document-response.ts";
import type { ShownDocument } from "./documents.ts";
import { answerDraft, readPreview } from "./drafts.ts";
import type { Files } from "./files.ts";
import { type LiveSite, openLiveSite } from "./live-site.ts";
import { answerPicture } from "./pictures.ts";
import type { Waiting } from "./within.ts";

type Bindings = Record<string, unknown>;

/** How long a request waits for what is newer than the build, in milliseconds. */
const patience = 250;

// Of this isolate, for as long as it lives.
const sites = new WeakMap<Bindings, Promise<{ record: BuildRecord; site: LiveSite }>>();

function openSite(bindings: Bindings) {
  const opened =
    sites.get(bindings) ?? readRecord().then((record) => ({ record, site: openLiveSite(bindings, record) }));
  sites.set(bindings, opened);
  return opened;
}

/**
 * What an address of the site is answered with: the built file, or the same made anew where the content has changed since. Whatever
 * goes wrong, the built file stands.
 */
export async function answerPage(
  request: Request,
  bindings: Bindings,
  waitUntil: Waiting["waitUntil"],
): Promise<Response> {
  const files = bindings.ASSETS as Files;
  if (request.method !== "GET" && request.method !== "HEAD") return files.fetch(request);
  const path = new URL(request.url).pathname;
  try {
    const { record, site } = await openSite(bindings);
    const waiting = { waitUntil, until: Date.now() + patience };
    const preview = await readPreview(request, bindings);
    if (preview) {
      if (hasDraft(path, record)) return await answerDraft(request, bindings, record, preview);
    }
    if (path.startsWith("/pictures/")) return await answerPicture(request, files, site, waitUntil);
    const answer = await answerDocument(request, path, { files, record, site, waiting });
    return readableFrom(site.studioOrigin, request, answer);
  } catch (fault) {
    logLine({ page: path, problem: "page_failed", ...describeFault(fault) });
    return files.fetch(request);
  }
}

/** Lets the Studio read what a page shows: it asks whether what was published is there. */
function readableFrom(studio: string | undefined, request: Request, answer: Response): Response {
  if (!studio || request.headers.get("Origin") !== studio) return answer;
  const readable = new Response(answer.body, answer);
  readable.headers.set("Access-Control-Allow-Origin", studio);
  readable.headers.set("Access-Control-Expose-Headers", "X-Content-Published, X-Content-Revision");
  readable.headers.set("Cross-Origin-Resource-Policy", "cross-origin");
  readable.headers.append("Vary", "Origin");
  return readable;
}

/** Whether an address shows a preview; private pages, files and old addresses have no drafts. */
function hasDraft(path: string, record: BuildRecord): boolean {
  const page = pageAt(path);
  if (page) return !isPrivate(page.page);
  return !(/\.\w+$/.test(path) || path.startsWith("/pictures/") || Object.hasOwn(record.redirects, path));
}

const notFoundAddress = (path: string) => `${prefixOf(languageAt(path))}/404`;

type World = { files: Files; record: BuildRecord; site: LiveSite; waiting: Waiting };

// No visitor asks for these: what is at their addresses is what is anywhere else where nothing is.
const isHidden = (address: string) => address === "/_redirects" || isNotFound(address);

async function answerDocument(request: Request, path: string, world: World): Promise<Response> {
  const { files, record, site, waiting } = world;
  const began = Date.now();
  const pages = await site.pages(waiting);
  const isBuilt = Object.hasOwn(record.documents, path) && !isHidden(path);
  const isMovedAway = record.pages.includes(path) && !pages.has(path);
  /** A page that is newer than the build, and cannot be made yet. */
  let pending: ShownDocument | undefined;
  if (pages.has(path) || (isBuilt && !isMovedAway)) {
    const document = await site.document(path, waiting);
    if (document.text !== null) return documentResponse(request, record, path, document, began);
    if (isBuilt) return markedResponse(await files.fetch(request), document, began);
    pending = document;
  }
  // Of a page that was built, the files know this.
  const bare = path.replace(/(.)(\/|\.html)$/, "$1");
  if (bare !== path && pages.has(bare) && !Object.hasOwn(record.documents, bare)) {
    return moveTo(bare + new URL(request.url).search, 308, record);
  }
  return answerElsewhere(request, path, { ...world, began, isMovedAway, pending });
}

type Elsewhere = World & { began: number; isMovedAway: boolean; pending: ShownDocument | undefined };

/** What an address is answered with at which no page is. */
async function answerElsewhere(request: Request, path: string, world: Elsewhere): Promise<Response> {
  const { files, record, site, waiting, began, isMovedAway, pending } = world;
  // What is the site's own cannot be an old address.
  const redirects = isOwnAddress(path) ? null : await site.redirects(waiting);
  const to = redirects?.addresses?.[path];
  if (to) return moveTo(to, 301, record);
  // Where the page went is not known yet.
  const isLost = isMovedAway && redirects?.isCurrent === false;
  const isGone = (isMovedAway && !isLost) || (redirects?.addresses && Object.hasOwn(record.redirects, path));
  const file = isGone ? null : await files.fetch(request);
  if (file && file.status !== 404) return file;

  const address = notFoundAddress(path);
  const document = await site.document(address, waiting);
  const shown = { ...document, ...(pending && { published: pending.published }) };
  if (document.text !== null) return documentResponse(request, record, address, shown, began);
  const missing = file ?? (await files.fetch(new Request(new URL(`${address}/no`, request.url), request)));
  return markedResponse(missing, shown, began);
}

const moveTo = (to: string, status: 301 | 308, { headers }: BuildRecord): Response =>
  new Response(null, { status, headers: { ...headers.public, Location: to } });
