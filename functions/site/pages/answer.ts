import { isOwnAddress } from "#cms/content/addresses.ts";
import { toOldAddressKey } from "#cms/content/old-address.ts";
import { isPrivate, languageAt, pageAt, prefixOf } from "#cms/content/site.ts";
import { toPreviewHeaders } from "#functions/contract/preview.ts";
import type { BuildRecord } from "#functions/contract/site-renderer.ts";
import { isKnownTag, isWantedTag } from "#functions/kernel/http/entity-tag.ts";
import { isOwnHost } from "#functions/kernel/http/own-host.ts";
import { memoize } from "#functions/kernel/memoize.ts";
import { readRecord } from "#functions/site/build-modules.ts";
import type { RequestLifetime } from "#functions/site/request-lifetime.ts";
import { addContentHeaders, allowTurnstile, isNotFound, toDocumentResponse } from "./document-response.ts";
import { answerDraft, findDraftPicture, readPreview } from "./drafts.ts";
import { fillIntent, fillReference } from "./intent.ts";
import { type LiveSite, openLiveSite, type ShownDocument, type SiteView } from "./live-site.ts";
import { correctPath } from "./mistyped-path.ts";
import { answerPicture, type Files } from "./pictures.ts";
import { fillKeptForm } from "./rejected-form.ts";

type Bindings = Record<string, unknown>;

/** Time that a request waits for content newer than the build, in milliseconds. */
const timeoutMs = 250;
/** Additional time if the build has nothing to show at the address, in milliseconds. */
const extraTimeoutMs = 2_000;

/** Opens the site of an environment, once in this isolate. */
const openSite = memoize(async (bindings: Bindings) => {
  const record = await readRecord();
  return { record, site: await openLiveSite(bindings, record) };
});

/**
 * Answers a request for an address of the site: with the built file, or with a rendered page if the content has changed
 * since the build. After any failure the built file is the answer, and `onFault` gets the fault. A request for another
 * host is redirected to the site's own.
 */
export async function answerPage(
  conditionalRequest: Request,
  bindings: Bindings,
  waitUntil: RequestLifetime["waitUntil"],
  onFault: (fault: unknown) => void,
): Promise<Response> {
  const files = bindings.ASSETS as Files;
  // Pages answers 304 without ETag and Cache-Control. So the conditions are checked here, against its whole answer.
  const request = withoutConditions(conditionalRequest);
  const path = new URL(request.url).pathname;
  try {
    const { record, site } = await openSite(bindings);
    if (!isOwnHost(site.origin, request.url)) return redirectTo(site.origin + path, 308, request, record);
    if (request.method !== "GET" && request.method !== "HEAD") {
      const headers = { ...record.headers.private, "Cache-Control": "no-store", Allow: "GET, HEAD" };
      return new Response(null, { status: 405, headers });
    }
    const lifetime = { waitUntil, answerBy: Date.now() + timeoutMs };
    const isContact = pageAt(path)?.page === "contact";
    const finishPage = async (answer: Response) => {
      if (!isContact) return answer;
      const address = new URL(request.url);
      const page = site.hasTurnstile ? allowTurnstile(answer) : answer;
      return fillReference(await fillIntent(page, address), address);
    };
    const preview = await readPreview(request, bindings);
    if (preview && canShowDraft(path, record)) {
      const draft = await answerDraft(request, bindings, record, preview).catch(async (fault) => {
        if (!preview.studio) throw fault;
        onFault(fault);
        return awaitDraft(await files.fetch(request), record, preview.studio);
      });
      return await finishPage(draft);
    }
    if (path.startsWith("/pictures/")) {
      const findDraft = preview && (() => findDraftPicture(path, bindings));
      const picture = await answerPicture(request, files, site, { lifetime, findDraft });
      return checkPreconditions(conditionalRequest, picture, record);
    }
    const document = await finishPage(await answerDocument(request, path, { files, record, site, lifetime }));
    const answer = isContact ? await fillKeptForm(document, request) : document;
    return allowStudio(site.studioOrigin, request, checkPreconditions(conditionalRequest, answer, record));
  } catch (fault) {
    onFault(fault);
    return files.fetch(conditionalRequest);
  }
}

/** Returns the request without the conditions that Pages would check (RFC 9110 §13.1). */
function withoutConditions(request: Request): Request {
  const headers = new Headers(request.headers);
  for (const name of ["If-None-Match", "If-Modified-Since"]) headers.delete(name);
  return new Request(request, { headers });
}

/**
 * Returns the answer, 412 if `If-Match` names another version, or 304 if `If-None-Match` names this one (RFC 9110 §13).
 * An answer without an ETag passes.
 */
function checkPreconditions(request: Request, answer: Response, { headers }: BuildRecord): Response {
  const etag = answer.headers.get("ETag");
  if (!etag) return answer;
  if (!isWantedTag(request.headers.get("If-Match"), etag))
    return new Response(null, { status: 412, headers: { ...headers.private, "Cache-Control": "no-store" } });
  const isKnown = answer.status === 200 && isKnownTag(request.headers.get("If-None-Match"), etag);
  return isKnown ? new Response(null, { status: 304, headers: answer.headers }) : answer;
}

/** Lets the Studio read a response, by which it checks whether a publication is live. */
function allowStudio(studio: string | undefined, request: Request, answer: Response): Response {
  if (!studio) return answer;
  const readable = new Response(answer.body, answer);
  readable.headers.append("Vary", "Origin");
  if (request.headers.get("Origin") !== studio) return readable;
  readable.headers.set("Access-Control-Allow-Origin", studio);
  readable.headers.set("Access-Control-Expose-Headers", "X-Content-Published, X-Content-Revision");
  readable.headers.set("Cross-Origin-Resource-Policy", "cross-origin");
  return readable;
}

/** Returns whether an address can show drafts. Private pages, files and old addresses cannot. */
function canShowDraft(path: string, record: BuildRecord): boolean {
  const page = pageAt(path);
  if (page) return !isPrivate(page.page);
  const isOld = Object.hasOwn(record.redirects, toOldAddressKey(path) ?? "");
  return !(/\.\w+$/.test(path) || path.startsWith("/pictures/") || isOld);
}

/**
 * Returns the built page for the frame of a Studio. It asks for the draft again, because the Studio does not. A redirect
 * stays as it is.
 */
function awaitDraft(builtPage: Response, { headers }: BuildRecord, studio: string): Response {
  const { body, status } = builtPage;
  if (builtPage.headers.has("Location")) return builtPage;
  return new Response(body, {
    status,
    headers: { ...toPreviewHeaders(headers.private, studio), Refresh: "5" },
  });
}

const toNotFoundAddress = (path: string) => `${prefixOf(languageAt(path))}/404`;

type SiteContext = { files: Files; record: BuildRecord; site: LiveSite; lifetime: RequestLifetime };

// Internal documents. Their addresses are answered like unknown ones.
const isHidden = (address: string) => address === "/_redirects" || isNotFound(address);

/**
 * Answers an address with its page: the rendered page if the content has changed since the build, else the built file.
 * Without a rendering in time, the last one or the built file is the answer. Other addresses are redirected or not
 * found.
 */
async function answerDocument(request: Request, path: string, context: SiteContext): Promise<Response> {
  const { files, record, site, lifetime } = context;
  const startedAt = Date.now();
  const view = await site.view(lifetime);
  // An earlier site may have had all of its pages at one path, as in /?page_id=12.
  const { search } = new URL(request.url);
  const queryTarget = search && (await view.readRedirects()).targets[toOldAddressKey(path + search) ?? ""];
  if (queryTarget) return redirectTo(queryTarget, 301, request, record, "");
  const { pageAddresses } = view;
  const isBuilt = Object.hasOwn(record.documents, path) && !isHidden(path);
  const isMovedAway = pageAddresses?.abandoned.has(path) ?? false;
  /** A page that is newer than the build and cannot be rendered yet. */
  let pendingPage: ShownDocument | undefined;
  if (pageAddresses?.pages.has(path) || (isBuilt && !isMovedAway)) {
    const document = await view.readDocument(path);
    if (document.text !== null) return toDocumentResponse(request, record, path, document, startedAt);
    if (isBuilt) return addContentHeaders(await files.fetch(request), record, path, document, startedAt);
    pendingPage = document;
  }
  // Pages redirects the addresses of built pages itself.
  const shortPath = removeEnd(path);
  if (
    shortPath !== path &&
    pageAddresses?.pages.has(shortPath) &&
    !Object.hasOwn(record.documents, shortPath)
  ) {
    return redirectTo(shortPath, 308, request, record);
  }
  const canBeNew = pageAddresses === null || pendingPage !== undefined;
  const addressContext = { ...context, view, startedAt, isMovedAway, canBeNew, pendingPage };
  return answerUnknownAddress(request, path, addressContext);
}

const removeEnd = (path: string) => path.replace(/(.)(\/|\.html)$/, "$1");

type UnknownAddressContext = SiteContext & {
  view: SiteView;
  startedAt: number;
  /** Whether the build has a page at the address that has moved since. */
  isMovedAway: boolean;
  /** Whether the address may belong to a page that is newer than the build. */
  canBeNew: boolean;
  pendingPage: ShownDocument | undefined;
};

/**
 * Answers an address without a known page: with the redirect of an old address, a file of the build, a page that is
 * newer than the build, or the not-found page.
 */
async function answerUnknownAddress(
  request: Request,
  path: string,
  context: UnknownAddressContext,
): Promise<Response> {
  const { files, record, site, view, lifetime, startedAt, isMovedAway, canBeNew, pendingPage } = context;
  // An address of the site itself cannot be an old address.
  const redirects = isOwnAddress(path) ? null : await view.readRedirects();
  const correctedPath = correctPath(path);
  const keys = [path, removeEnd(path), correctedPath].map((address) => toOldAddressKey(address) ?? "");
  const target = keys.map((key) => redirects?.targets[key]).find((address) => address !== undefined);
  if (target) return redirectTo(target, 301, request, record);
  // The new address of the page is not known yet, so the built file stays the answer.
  const isLost = isMovedAway && redirects?.isCurrent === false;
  const isGone =
    (isMovedAway && !isLost) ||
    (redirects?.isRendered && keys.some((key) => Object.hasOwn(record.redirects, key)));
  const file = isGone ? null : await files.fetch(request);
  if (file && [301, 308].includes(file.status)) return withRevalidation(file);
  if (file && file.status !== 404) return file;

  // Nothing exists at this address, so a longer wait is worthwhile.
  if (canBeNew) {
    const answerBy = startedAt + timeoutMs + extraTimeoutMs;
    const newerView = await site.view({ ...lifetime, answerBy, hasNoFallback: true });
    if (newerView.pageAddresses?.pages.has(path)) {
      const document = await newerView.readDocument(path);
      if (document.text !== null) return toDocumentResponse(request, record, path, document, startedAt);
    }
  }
  if (correctedPath !== path && hasPage(correctedPath, context))
    return redirectTo(correctedPath, 308, request, record);
  const address = toNotFoundAddress(path);
  const document = await view.readDocument(address);
  const shownDocument = { ...document, ...(pendingPage && { published: pendingPage.published }) };
  if (document.text !== null) return toDocumentResponse(request, record, address, shownDocument, startedAt);
  // Pages answers an unknown address below the not-found page with that page and the status 404.
  const notFoundResponse =
    file ?? (await files.fetch(new Request(new URL(`${address}/no`, request.url), request)));
  return addContentHeaders(notFoundResponse, record, address, shownDocument, startedAt);
}

/** Returns whether a path is the address of a page of the build, or of one that is newer. */
function hasPage(path: string, { record, view: { pageAddresses } }: UnknownAddressContext): boolean {
  if (pageAddresses?.pages.has(path)) return true;
  return Object.hasOwn(record.documents, path) && !isHidden(path) && !pageAddresses?.abandoned.has(path);
}

// A page may move back. A browser that had cached the redirect would then loop.
const revalidateHeaders = { "Cache-Control": "public, max-age=0, must-revalidate" };

/** Lets browsers revalidate a redirect of Pages each time, because the page may move back. */
function withRevalidation(redirect: Response): Response {
  const answer = new Response(null, redirect);
  for (const [name, value] of Object.entries(revalidateHeaders)) answer.headers.set(name, value);
  return answer;
}

/** Redirects to a path, or to an address with its origin, with the query of the request unless another one is given. */
const redirectTo = (
  target: string,
  status: 301 | 308,
  { url }: Request,
  { headers }: BuildRecord,
  search = new URL(url).search,
): Response =>
  new Response(null, {
    status,
    headers: { ...headers.public, ...revalidateHeaders, Location: target + search },
  });
