import { isLoopback } from "#functions/contract/loopback.ts";
import { refusal } from "./errors.ts";

/**
 * Keeps pages of other machines out.
 * @throws SanityError (403)
 */
export function assertLocal(request: Request): void {
  const origin = request.headers.get("origin");
  // A browser says "null" once it was sent on from one of our own names to another.
  const own = !origin || origin === "null" || isLoopback(URL.parse(origin)?.hostname ?? "");
  if (!own) throw refusal(403, "Forbidden", "The local content is for pages of this machine only.");
}

/** The headers that let the Studio, which has another port and name, read the answer. */
export function crossOriginHeaders(request: Request): Record<string, string> {
  const origin = request.headers.get("origin");
  if (!origin) return {};
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Expose-Headers": "*",
    Vary: "Origin",
  };
}

/** The answer to a browser that asks beforehand whether it may. */
export function preflight(request: Request): Response {
  const asked = request.headers.get("access-control-request-headers");
  return new Response(null, {
    status: 204,
    headers: {
      "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
      ...(asked && { "Access-Control-Allow-Headers": asked }),
      "Access-Control-Max-Age": "600",
    },
  });
}
