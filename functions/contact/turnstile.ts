import * as v from "valibot";
import type { Environment } from "#functions/env.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";

/** What Turnstile says of a message by its token; null where it says nothing: the site has none, or it cannot be asked now. */
export type Verdict = "valid" | "missing" | "refused" | null;

/** How long a visitor waits for the answer, in milliseconds: with the database's time a message is still answered within three seconds. */
export const turnstileTimeoutMs = 700;
/** The most characters that a token has. */
const longest = 2_048;

// Everything else that it may say is about the site's settings or itself, and no visitor's fault.
const refusals = ["missing-input-response", "invalid-input-response", "timeout-or-duplicate"];
const said = v.union([
  v.object({ success: v.literal(true), hostname: v.string() }),
  v.object({ success: v.literal(false), "error-codes": v.pipe(v.array(v.string()), v.minLength(1)) }),
]);

/**
 * Asks Turnstile about the token of a message, once in all: the message's id, a UUID that is the same for every try of it, lets its own
 * tries through (https://developers.cloudflare.com/turnstile/get-started/server-side-validation/).
 */
export async function verifyToken(
  environment: Environment,
  token: string | undefined,
  messageId: string,
): Promise<Verdict> {
  if (!environment.TURNSTILE_SECRET) return null;
  if (!token) return "missing";
  if (token.length > longest) return "refused";
  try {
    const outcome = await ask(environment, token, messageId);
    if (outcome.success) {
      return outcome.hostname === new URL(environment.SITE_ORIGIN).hostname ? "valid" : "refused";
    }
    const codes = outcome["error-codes"];
    if (codes.every((code) => refusals.includes(code))) return "refused";
    throw new Error(`Turnstile answers ${codes.join(", ").slice(0, 200)}`);
  } catch (fault) {
    logLine({ event: "turnstile_unavailable", ...describeFault(fault) });
    return null;
  }
}

async function ask(environment: Environment, token: string, messageId: string) {
  const { TURNSTILE_VERIFY_URL, TURNSTILE_SECRET: secret } = environment;
  const answer = await fetch(TURNSTILE_VERIFY_URL, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ secret, response: token, idempotency_key: messageId }),
    signal: AbortSignal.timeout(turnstileTimeoutMs),
  });
  if (answer.status >= 500) throw new Error(`Turnstile answers ${answer.status}`);
  return v.parse(said, await answer.json());
}
