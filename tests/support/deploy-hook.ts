import { listenOnLoopback } from "#local/processes/loopback.ts";

/** Starts a stand-in for the host's deploy hook. It records calls, and can be away. */
export async function startDeployHook() {
  const calls: { method: string | undefined; path: string }[] = [];
  let isAway = false;
  const listener = await listenOnLoopback(0, (request, response, { path }) => {
    if (isAway) {
      response.writeHead(503).end();
      return;
    }
    calls.push({ method: request.method, path });
    response.writeHead(200, { "Content-Type": "application/json" }).end('{"success":true}');
  });
  return {
    url: `http://localhost:${listener.port}/deploy_hooks/secret-part`,
    /** The builds that were started. */
    calls,
    setAway: (isUnavailable: boolean) => {
      isAway = isUnavailable;
    },
    close: listener.close,
  };
}
