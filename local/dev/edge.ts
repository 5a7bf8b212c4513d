import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Response as WorkerResponse } from "miniflare";
import { fireAgainAndAgain } from "#local/cron/cron.ts";
import { bundleWorker } from "./bundle.ts";
import type { Failures } from "./failures.ts";
import { openWorkers, type WorkerName, workerNames } from "./workers.ts";

const sources: Record<WorkerName, string> = {
  // Calls the routed Function with the arguments that Pages gives it.
  api: `
import { onRequest } from "#functions/api/[[route]].ts";
export default {
  fetch: (request, env, context) =>
    onRequest({ request, env, waitUntil: (work) => context.waitUntil(work), passThroughOnException() {} }),
};`,
  scheduled: `export { default } from "#functions/operations/scheduled/worker.ts";`,
};

/**
 * Runs the API and the scheduled Worker in workerd, and bundles each again after a change to its sources. While the
 * sources do not compile, the last working Workers continue. The folder `spool` stores messages that wait for the
 * database.
 */
export async function startEdge(bindings: Record<string, string>, spool: string, failures: Failures) {
  const workers = openWorkers(bindings, spool);
  const files = new Map<WorkerName, Set<string>>();
  const readAt = new Map<WorkerName, number>();

  const bundle = async (name: WorkerName) => {
    readAt.set(name, Date.now());
    const bundled = await bundleWorker(sources[name]);
    files.set(name, new Set(bundled.files));
    return [name, bundled] as const;
  };
  const reload = async (changed: WorkerName[]) => {
    try {
      await workers.take(await Promise.all(changed.map(bundle)));
      failures.mended("edge");
    } catch (error) {
      failures.failed("edge", error);
    }
  };

  // A request can arrive before the watcher reports a change, because the watcher waits until the size of the file is
  // stable. After a failure, any change bundles both Workers again.
  const reloadOutdated = async () => {
    const found = await Promise.all(
      workerNames.map(async (name) => (await lastChange(files.get(name) ?? [])) > (readAt.get(name) ?? 0)),
    );
    const isBroken = failures.of("edge") && found.includes(true);
    const outdated = workerNames.filter((_, index) => isBroken || found[index]);
    if (outdated.length > 0) await reload(outdated);
  };

  let reloaded = reload(workerNames);
  await reloaded;
  const timer = fireAgainAndAgain(async (event) => {
    await reloaded;
    const worker = await workers.miniflare()?.getWorker("scheduled");
    return (await worker?.scheduled(event)) ?? { outcome: "exception" };
  });
  return {
    /** Bundles the Workers that use a changed file. */
    changed(file: string): void {
      const broken = failures.of("edge");
      const changed = workerNames.filter((name) => broken || files.get(name)?.has(file));
      if (changed.length > 0) reloaded = reloaded.then(() => reload(changed));
    },
    /** Answers a request with the newest bundle. */
    async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
      const init = await initOf(request);
      reloaded = reloaded.then(reloadOutdated);
      await reloaded;
      const miniflare = workers.miniflare();
      if (miniflare) return passOn(await miniflare.dispatchFetch(url, init), response);
      response.writeHead(503, { "Content-Type": "text/plain" }).end("The functions do not compile.\n");
    },
    async close(): Promise<void> {
      await Promise.all([timer.stop(), reloaded]);
      await workers.close();
    },
  };
}

/** Returns the time of the last change of these files, in milliseconds since 1970; a missing file counts as 0. */
async function lastChange(paths: Iterable<string>): Promise<number> {
  const times = [...paths].map((path) =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  );
  return Math.max(0, ...(await Promise.all(times)));
}

async function passOn(answer: WorkerResponse, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body) await pipeline(Readable.fromWeb(answer.body), response);
  else response.end();
}

async function initOf(request: IncomingMessage) {
  const { method = "GET" } = request;
  const body = method === "GET" || method === "HEAD" ? null : await buffer(request);
  return { method, body, headers: headersOf(request), redirect: "manual" as const };
}

// Adds the client's address as Cloudflare does, and omits the headers of the connection.
function headersOf({ headers, socket }: IncomingMessage): Record<string, string> {
  const own = ["connection", "host", "keep-alive", "transfer-encoding", "content-length", "upgrade"];
  const passed = Object.entries(headers).filter(([name]) => !own.includes(name));
  return {
    "CF-Connecting-IP": socket.remoteAddress ?? "",
    ...Object.fromEntries(passed.map(([name, value]) => [name, String(value)])),
    "accept-encoding": "identity",
  };
}
