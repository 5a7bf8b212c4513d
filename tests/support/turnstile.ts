import { listenOnLoopback } from "#local/processes/loopback.ts";

/** The behaviour of the Turnstile stand-in: normal, status 503, no answer, or an invalid answer. */
export type TurnstileWeather = "fine" | "away" | "silent" | "rubbish";

/** The secret of the site at the stand-in. */
export const turnstileSecret = "1x0000000000000000000000000000000AA";

type Call = { secret?: string; response?: string; idempotency_key?: string };

/**
 * Starts a stand-in for Turnstile's siteverify. A token works once, and again with the same idempotency key.
 * `good-ID@HOST` is a token that was issued at HOST.
 */
export async function startTurnstile() {
  const calls: Call[] = [];
  const spent = new Map<string, string | undefined>();
  let weather: TurnstileWeather = "fine";

  function verify({ secret, response = "", idempotency_key: key }: Call): object {
    const refused = (code: string) => ({ success: false, "error-codes": [code], messages: [] });
    if (secret !== turnstileSecret) return refused("invalid-input-secret");
    const [, hostname] = /^good-[^@]*@(.+)$/.exec(response) ?? [];
    if (!hostname) return refused("invalid-input-response");
    if (spent.has(response) && spent.get(response) !== key) return refused("timeout-or-duplicate");
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
    const call = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Call;
    calls.push(call);
    if (weather === "silent") return;
    if (weather === "away") response.writeHead(503).end();
    else if (weather === "rubbish")
      response.writeHead(200).end("<!doctype html><title>Captive portal</title>");
    else response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(verify(call)));
  });
  return {
    url: `http://localhost:${listener.port}/turnstile/v0/siteverify`,
    /** The requests so far. */
    calls,
    set: (next: TurnstileWeather) => {
      weather = next;
    },
    close: listener.close,
  };
}
