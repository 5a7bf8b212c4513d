import { turnstileOrigin } from "#functions/contract/turnstile.ts";

const header = "Content-Security-Policy";

/**
 * A page on which Turnstile may run: its script and its frame, and the one policy of Trusted Types by which the page lets addresses of
 * scripts from there through (`web/sections/screening/turnstile-widget.ts`).
 * https://developers.cloudflare.com/turnstile/reference/content-security-policy/
 */
export function openToTurnstile(answer: Response): Response {
  const policy = answer.headers.get(header);
  if (!policy) return answer;
  const opened = new Response(answer.body, answer);
  opened.headers.set(header, [...policy.split("; ").map(widen), `frame-src ${turnstileOrigin}`].join("; "));
  return opened;
}

function widen(directive: string): string {
  if (directive.startsWith("script-src ")) return `${directive} ${turnstileOrigin}`;
  return directive === "trusted-types 'none'" ? "trusted-types default" : directive;
}
