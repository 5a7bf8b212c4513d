import { urlSearchParamPreviewSecret, validatePreviewUrl } from "@sanity/preview-url-secret";
import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import * as v from "valibot";
import {
  type PreviewLink,
  previewCookie,
  previewLifetimeSeconds,
  previewPaths,
} from "#functions/contract/preview.ts";
import { jsonBody } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { rejectForeignOrigin } from "#functions/kernel/http/own-host.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { createCallLimit } from "#functions/kernel/http/token-bucket.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { contentClient } from "#functions/site/content/source.ts";
import { endPreview, issuePreviewToken, type Preview, readLivePreview } from "./tokens.ts";

const ownOrigin = "https://site.invalid";

/**
 * A path of this site with its query and fragment, never another host. The output is percent-encoded (WHATWG URL), so a
 * header can contain every character. A path that begins with two slashes would name another host.
 */
const ownPath = v.pipe(
  v.string(),
  v.maxLength(2_000),
  v.startsWith("/"),
  v.transform((path) => URL.parse(path, ownOrigin)),
  v.check((url) => url?.origin === ownOrigin && !url.pathname.startsWith("//")),
  v.transform((url) => (url ? `${url.pathname}${url.search}${url.hash}` : "/")),
);

/** Input of `POST /api/preview/link`. */
export const previewLinkInput = v.strictObject({ path: ownPath });

// Shows drafts on the site, for the Studio with a secret in the CMS, or by a link that was created in that preview.

// The Studio may be another site that frames the page. A partitioned cookie is separate for each framing site.
const cookie = { path: "/", secure: true, httpOnly: true, sameSite: "None", partitioned: true } as const;

const checkSecretLimit = createCallLimit({ burst: 60, perSecond: 1 });

/** Returns a path of this site; `/` for any other text, so that no preview link redirects to another host. */
function toOwnPath(path: string | undefined): string {
  const result = v.safeParse(ownPath, path);
  return result.success ? result.output : "/";
}

/**
 * Lets this browser see drafts, by a cookie, and redirects to a page.
 * @param seconds lifetime of the cookie
 * @param issuedAt time of the preview link, in seconds since 1970, so that the preview ends with its link
 */
async function startPreview(
  c: Context<AppEnv>,
  preview: Preview,
  { seconds, issuedAt, path }: { seconds: number; issuedAt?: number; path: string },
) {
  const { signingKeys, SITE_ORIGIN } = c.var.environment;
  const token = await issuePreviewToken(signingKeys, SITE_ORIGIN, "preview", preview, seconds, issuedAt);
  setCookie(c, previewCookie, token, { ...cookie, maxAge: seconds });
  return c.redirect(path, 307);
}

const requireStudioPreview = createMiddleware<AppEnv>(async (c, next) => {
  rejectForeignOrigin(c);
  const cookieToken = getCookie(c, previewCookie) ?? "";
  const livePreview = await readLivePreview(c.var.environment, "preview", cookieToken, true);
  // The holder of a link can only forward the link itself. A new one would expire later.
  if (!livePreview?.studio) throw new Problem("preview_refused");
  await next();
});

/** Returns whether a text has the form of the Studio's secrets: 16 bytes in hexadecimal, encoded in base64url. */
const isStudioSecret = (text = "") => /^[\w-]{43}$/.test(text);

export const preview = new Hono<AppEnv>()
  .get("/enable", async (c) => {
    const { environment } = c.var;
    if (!environment.SANITY_READ_TOKEN) throw new Problem("not_found");
    if (!isStudioSecret(c.req.query(urlSearchParamPreviewSecret))) throw new Problem("preview_refused");
    checkSecretLimit(c);
    const validation = await validatePreviewUrl(contentClient(environment), c.req.url).catch((cause) => {
      throw new Problem("content_unavailable", { headers: { "Retry-After": "5" }, cause });
    });
    if (!validation.isValid) throw new Problem("preview_refused");
    const { pathname } = new URL(toOwnPath(validation.redirectTo), environment.SITE_ORIGIN);
    return startPreview(
      c,
      // Any editor can write another origin into the CMS. Its pages may not frame the site.
      { studio: (validation.studioOrigin === environment.STUDIO_ORIGIN && validation.studioOrigin) || null },
      { seconds: previewLifetimeSeconds.studio, path: pathname },
    );
  })
  .get("/open", async (c) => {
    const link = await readLivePreview(c.var.environment, "preview-link", c.req.query("token") ?? "");
    if (!link) throw new Problem("preview_refused");
    const seconds = Math.ceil(link.expiresAt - Date.now() / 1000);
    const path = toOwnPath(c.req.query("path"));
    return startPreview(c, { studio: null }, { seconds, issuedAt: link.issuedAt, path });
  })
  .post("/link", requireStudioPreview, jsonBody(previewLinkInput), async (c) => {
    const { signingKeys, SITE_ORIGIN } = c.var.environment;
    const seconds = previewLifetimeSeconds.link;
    const linkPreview = { studio: null };
    const token = await issuePreviewToken(signingKeys, SITE_ORIGIN, "preview-link", linkPreview, seconds);
    const query = new URLSearchParams({ token, path: c.req.valid("json").path });
    const expires_at = new Date(Date.now() + seconds * 1000).toISOString();
    const url = `${SITE_ORIGIN}${previewPaths.open}?${query}`;
    return c.json({ url, expires_at } satisfies PreviewLink);
  })
  .get("/disable", async (c) => {
    // A holder who asks for the visitors' page gets it, also while KV cannot store that a copy of the cookie has ended.
    await endPreview(c.var.environment, getCookie(c, previewCookie) ?? "").catch((fault) =>
      logLine({ event: "preview_end_unavailable", ...describeFault(fault) }),
    );
    deleteCookie(c, previewCookie, cookie);
    return c.redirect(toOwnPath(c.req.query("path")), 307);
  });
