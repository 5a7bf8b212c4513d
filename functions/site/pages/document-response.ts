import { isPrivate, pageAt } from "#cms/content/site.ts";
import { allowStyle, turnstileOrigin } from "#functions/contract/security-headers.ts";
import type { BuildRecord } from "#functions/contract/site-renderer.ts";
import type { ShownDocument } from "./live-site.ts";

const policyHeader = "Content-Security-Policy";

/**
 * Returns a page on which Turnstile may run. The policy allows its script and frame, and the Trusted Types policy
 * through which the page admits script addresses of that origin (`web/sections/screening/turnstile-widget.ts`).
 * https://developers.cloudflare.com/turnstile/reference/content-security-policy/
 */
export function allowTurnstile(answer: Response): Response {
  const policy = answer.headers.get(policyHeader);
  if (!policy) return answer;
  const page = new Response(answer.body, answer);
  page.headers.set(
    policyHeader,
    [...policy.split("; ").map(widenDirective), `frame-src ${turnstileOrigin}`].join("; "),
  );
  return page;
}

/** Returns a directive of the policy of pages with what Turnstile needs: its origin, or a Trusted Types policy. */
function widenDirective(directive: string): string {
  if (directive.startsWith("script-src ")) return `${directive} ${turnstileOrigin}`;
  return directive === "trusted-types 'none'" ? "trusted-types default" : directive;
}

const contentTypes: Record<string, string> = {
  ...{ xml: "application/xml", webmanifest: "application/manifest+json" },
  // RFC 9116 §3 requires this type for security.txt.
  txt: "text/plain; charset=utf-8",
};

/** Returns whether an address is that of a not-found document. */
export const isNotFound = (address: string): boolean => /(^|\/)404$/.test(address);

/**
 * Returns which headers of the build an address gets. The policy of private pages allows no analytics, whose beacon
 * not-found documents and files such as the sitemap do not load either.
 */
const getHeaderKind = (address: string): keyof BuildRecord["headers"] => {
  const page = pageAt(address)?.page;
  return isNotFound(address) || /\.\w+$/.test(address) || (page && isPrivate(page)) ? "private" : "public";
};

/**
 * Adds headers for the Studio and the operator to a built or rendered document: its revision, the fingerprint of the
 * published content against which it was last verified, its source (`static`, `rendered` or `cached`), and the elapsed
 * milliseconds. It sets the policy of the address with the inline style of the document, because Pages' rules have it
 * for the first documents only.
 */
export function addContentHeaders(
  answer: Response,
  { headers }: BuildRecord,
  address: string,
  { revision, source, published, style }: ShownDocument,
  startedAt: number,
): Response {
  const response = new Response(answer.body, answer);
  const policy = headers[getHeaderKind(address)][policyHeader] ?? "";
  response.headers.set(policyHeader, style ? allowStyle(policy, style) : policy);
  response.headers.set("X-Content-Revision", revision);
  response.headers.set("X-Content-Published", published);
  response.headers.set("Server-Timing", `${source};dur=${Date.now() - startedAt}`);
  return response;
}

/** Returns the response with a document that the edge rendered, with the headers that Pages would give to the file. */
export function toDocumentResponse(
  request: Request,
  record: BuildRecord,
  address: string,
  document: ShownDocument,
  startedAt: number,
): Response {
  const [, extension = ""] = /\.(\w+)$/.exec(address) ?? [];
  const isMissing = isNotFound(address);
  const cacheHeaders = isMissing
    ? { "Cache-Control": "no-store" }
    : { "Cache-Control": "public, max-age=0, must-revalidate", ETag: document.etag ?? "" };
  const answer = new Response(request.method === "HEAD" ? null : document.text, {
    status: isMissing ? 404 : 200,
    headers: {
      "Content-Type": contentTypes[extension] ?? "text/html; charset=utf-8",
      ...cacheHeaders,
      ...record.headers[getHeaderKind(address)],
    },
  });
  return addContentHeaders(answer, record, address, document, startedAt);
}
