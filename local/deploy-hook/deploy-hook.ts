import { randomBytes } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { listenOnLoopback, rejectPages } from "#local/processes/loopback.ts";

/**
 * Starts a stand-in for the build hook of a CI service, which the site calls after a publication. The secret address is
 * the only authorization. Any number of requests during a build cause one more build after it.
 */
export async function startDeployHook() {
  const secret = `/deploy_hooks/${randomBytes(24).toString("base64url")}`;
  const requests = new EventEmitter();
  let isRequested = false;
  const { port } = await listenOnLoopback(0, (request, response, { path }) => {
    rejectPages(request);
    if (path !== secret || request.method !== "POST") {
      response.writeHead(404).end();
      return;
    }
    isRequested = true;
    requests.emit("request");
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ success: true, errors: [], messages: [] }));
  });
  return {
    /** The address at which a POST requests a build. */
    url: `http://localhost:${port}${secret}`,
    /** Resolves once a build was requested since the last call. @throws AbortError if the signal is aborted */
    async waitForRequest(signal: AbortSignal): Promise<void> {
      signal.throwIfAborted();
      if (!isRequested) await once(requests, "request", { signal });
      isRequested = false;
    },
  };
}
