import { pageAt, path as pathOf } from "#cms/content/site.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { openLogSink } from "#functions/kernel/log/log-sink.ts";
import type { Waiting } from "#functions/site/waiting.ts";
import { answerPage } from "./answer.ts";

/**
 * Answers a request for an address of the site and writes one log line: page and status, no personal data. The response
 * has no request id, because it is the same for all visitors.
 */
export async function answerAndLog(
  request: Request,
  bindings: Record<string, unknown>,
  waitUntil: Waiting["waitUntil"],
): Promise<Response> {
  const sendLines = openLogSink(bindings);
  const began = performance.now();
  let fault: unknown;
  let status = 500;
  try {
    const answer = await answerPage(request, bindings, waitUntil, (found) => {
      fault = found;
    });
    status = answer.status;
    return answer;
  } finally {
    logLine({
      request_id: crypto.randomUUID(),
      method: request.method,
      route: routeOf(new URL(request.url).pathname),
      status,
      milliseconds: Math.round(performance.now() - began),
      ...(fault !== undefined && { problem: "page_failed", ...describeFault(fault) }),
    });
    if (sendLines) waitUntil(sendLines());
  }
}

/** Returns the address of a page. Other addresses become a pattern, because clients can put any text into them. */
function routeOf(pathname: string): string {
  const found = pageAt(pathname);
  if (found) return pathOf(found.page, found.language);
  return pathname.startsWith("/pictures/") ? "/pictures/*" : "/*";
}
