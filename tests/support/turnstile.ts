import { listenOnLoopback } from "#local/processes/loopback.ts";

/** What Turnstile is like: it answers as it does, says 503, nothing at all, or what is no answer of its. */
export type TurnstileWeather = "fine" | "away" | "silent" | "rubbish";

/** The secret by which the stand-in knows the site. */
export const turnstileSecret = "1x0000000000000000000000000000000AA";

type Call = { secret?: string; response?: string; idempotency_key?: string };

/**
 * Stands in for Turnstile's siteverify: a token is good once, and again by the same idempotency key. `good@HOST` is a token that was given at
 * that host.
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
    /** What it was asked. */
    calls,
    set: (next: TurnstileWeather) => {
      weather = next;
    },
    close: listener.close,
  };
}
