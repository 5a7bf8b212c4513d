import * as v from "valibot";
import type { Environment } from "#functions/env.ts";
import { fetchDirectly } from "#functions/kernel/http/fetch-directly.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";

/** Turnstile's verdict about a message; null if the site does not use Turnstile or Turnstile does not answer. */
export type Verdict = "valid" | "missing" | "refused" | null;

/**
 * Time limit of Turnstile, in milliseconds. Together with the database's limit it lets the edge answer within three
 * seconds.
 */
export const turnstileTimeoutMs = 700;
/** Maximum length of a token, in characters. */
const maxTokenLength = 2_048;

// Error codes about the token. All other codes are about the site's settings or about Turnstile itself.
const tokenErrors = ["missing-input-response", "invalid-input-response", "timeout-or-duplicate"];
const verificationAnswer = v.union([
  v.object({ success: v.literal(true), hostname: v.string() }),
  v.object({ success: v.literal(false), "error-codes": v.pipe(v.array(v.string()), v.minLength(1)) }),
]);

/**
 * Verifies the Turnstile token of a message, which is valid once. The id of the message (a UUID, the same for every
 * retry) is Turnstile's idempotency key, so retries pass. An outage of Turnstile (null) raises no doubt
 * (https://developers.cloudflare.com/turnstile/get-started/server-side-validation/).
 */
export async function verifyToken(
  environment: Environment,
  token: string | undefined,
  messageId: string,
): Promise<Verdict> {
  if (!environment.TURNSTILE_SECRET) return null;
  if (!token) return "missing";
  if (token.length > maxTokenLength) return "refused";
  try {
    const outcome = await askTurnstile(environment, token, messageId);
    if (outcome.success) {
      return outcome.hostname === new URL(environment.SITE_ORIGIN).hostname ? "valid" : "refused";
    }
    const codes = outcome["error-codes"];
    if (codes.every((code) => tokenErrors.includes(code))) return "refused";
    throw new Error(`Turnstile answers ${codes.join(", ").slice(0, 200)}`);
  } catch (fault) {
    logLine({ event: "turnstile_unavailable", ...describeFault(fault) });
    return null;
  }
}

async function askTurnstile(environment: Environment, token: string, messageId: string) {
  const { TURNSTILE_VERIFY_URL, TURNSTILE_SECRET: secret } = environment;
  const answer = await fetchDirectly(TURNSTILE_VERIFY_URL, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ secret, response: token, idempotency_key: messageId }),
    signal: AbortSignal.timeout(turnstileTimeoutMs),
  });
  if (answer.status >= 500) throw new Error(`Turnstile answers ${answer.status}`);
  return v.parse(verificationAnswer, await answer.json());
}
