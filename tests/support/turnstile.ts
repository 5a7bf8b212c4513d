import { listenOnLoopback } from "#local/processes/loopback.ts";

/** The behavior of the Turnstile stand-in: normal, status 503, no answer, or an invalid answer. */
export type TurnstileBehavior = "fine" | "away" | "silent" | "rubbish";

/** The secret of the site at the stand-in. */
export const turnstileSecret = "1x0000000000000000000000000000000AA";

type SiteverifyCall = { secret?: string; response?: string; idempotency_key?: string };

/**
 * Starts a stand-in for Turnstile's siteverify. A token works once, and again with the same idempotency key.
 * `good-ID@HOST` is a token that was issued at HOST.
 */
export async function startTurnstile() {
  const calls: SiteverifyCall[] = [];
  const spent = new Map<string, string | undefined>();
  let behavior: TurnstileBehavior = "fine";

  function verify({ secret, response = "", idempotency_key: key }: SiteverifyCall): object {
    const createRefusal = (code: string) => ({ success: false, "error-codes": [code], messages: [] });
    if (secret !== turnstileSecret) return createRefusal("invalid-input-secret");
    const [, hostname] = /^good-[^@]*@(.+)$/.exec(response) ?? [];
    if (!hostname) return createRefusal("invalid-input-response");
    if (spent.has(response) && spent.get(response) !== key) return createRefusal("timeout-or-duplicate");
    spent.set(response, key);
    return {
      success: true,
      "error-codes": [],
      challenge_ts: new Date().toISOString(),
      hostname,
      action: "",
      cdata: "",
    };
  }

  const listener = await listenOnLoopback(0, async (request, response) => {
    const call = JSON.parse(Buffer.concat(await request.toArray()).toString()) as SiteverifyCall;
    calls.push(call);
    if (behavior === "silent") return;
    if (behavior === "away") response.writeHead(503).end();
    else if (behavior === "rubbish")
      response.writeHead(200).end("<!doctype html><title>Captive portal</title>");
    else response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(verify(call)));
  });
  return {
    url: `http://localhost:${listener.port}/turnstile/v0/siteverify`,
    /** The requests so far. */
    calls,
    set: (next: TurnstileBehavior) => {
      behavior = next;
    },
    close: listener.close,
  };
}
