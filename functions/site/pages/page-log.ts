import { pageAt, path as pathOf } from "#cms/content/site.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { openLogSink } from "#functions/kernel/log/log-sink.ts";
import type { RequestLifetime } from "#functions/site/request-lifetime.ts";
import { answerPage } from "./answer.ts";

/**
 * Answers a request for an address of the site and writes one log line: page and status, no personal data. The response
 * has no request id, because it is the same for all visitors.
 */
export async function answerAndLog(
  request: Request,
  bindings: Record<string, unknown>,
  waitUntil: RequestLifetime["waitUntil"],
): Promise<Response> {
  const sendLines = openLogSink(bindings);
  const startedAt = performance.now();
  let fault: unknown;
  let status = 500;
  try {
    const answer = await answerPage(request, bindings, waitUntil, (pageFault) => {
      fault = pageFault;
    });
    status = answer.status;
    return answer;
  } finally {
    logLine({
      request_id: crypto.randomUUID(),
      method: request.method,
      route: toRoute(new URL(request.url).pathname),
      status,
      milliseconds: Math.round(performance.now() - startedAt),
      ...(fault !== undefined && { problem: "page_failed", ...describeFault(fault) }),
    });
    if (sendLines) waitUntil(sendLines());
  }
}

/**
 * Returns the address of a fixed page for the log. Other addresses, also of pages that editors created, become a
 * pattern, because clients can put any text into them.
 */
function toRoute(pathname: string): string {
  const page = pageAt(pathname);
  if (page) return pathOf(page.page, page.language);
  return pathname.startsWith("/pictures/") ? "/pictures/*" : "/*";
}
