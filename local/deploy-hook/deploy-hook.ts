import { randomBytes } from "node:crypto";
import { listenOnLoopback } from "#local/processes/loopback.ts";

/**
 * Stands in for the deploy hook of Pages. The secret address is the only authorisation. Any number of requests during a
 * build cause one more build after it.
 */
export async function startDeployHook() {
  const secret = `/deploy_hooks/${randomBytes(24).toString("base64url")}`;
  let isRequested = false;
  let notify = () => {};
  const { port } = await listenOnLoopback(0, (request, response, { path }) => {
    if (path !== secret || request.method !== "POST") {
      response.writeHead(404).end();
      return;
    }
    isRequested = true;
    notify();
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ success: true, errors: [], messages: [] }));
  });
  return {
    /** The address at which a POST requests a build. */
    url: `http://localhost:${port}${secret}`,
    /** Resolves once a build was requested since the last call. @throws AbortError if the signal is aborted */
    waitForRequest: (signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const abort = () => reject(signal.reason);
        signal.addEventListener("abort", abort, { once: true });
        notify = () => {
          isRequested = false;
          notify = () => {};
          signal.removeEventListener("abort", abort);
          resolve();
        };
        if (signal.aborted) abort();
        else if (isRequested) notify();
      }),
  };
}
