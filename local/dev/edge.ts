import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Response as WorkerResponse } from "miniflare";
import { runRepeatedly } from "#local/cron/cron.ts";
import { bundleWorker } from "./bundle.ts";
import type { Failures } from "./failures.ts";
import { openWorkers, type WorkerName, workerNames } from "./workers.ts";

const sources: Record<WorkerName, string> = {
  api: `export { api as default } from "#functions/api.ts";`,
  scheduled: `export { default } from "#functions/operations/scheduled/worker.ts";`,
};

/**
 * Runs the API and the scheduled Worker in workerd for `npm run dev`, and bundles each again after a change to its
 * sources. While the sources do not compile, the last working Workers continue. The folder `spool` stores messages that
 * wait for the database.
 */
export async function startEdge(bindings: Record<string, string>, spool: string, failures: Failures) {
  const workers = openWorkers(bindings, spool);
  const files = new Map<WorkerName, Set<string>>();
  const bundledAt = new Map<WorkerName, number>();

  const bundle = async (name: WorkerName) => {
    bundledAt.set(name, Date.now());
    const newBundle = await bundleWorker(sources[name]);
    files.set(name, new Set(newBundle.files));
    return [name, newBundle] as const;
  };
  const reload = async (changedWorkers: WorkerName[]) => {
    try {
      await workers.replaceBundles(await Promise.all(changedWorkers.map(bundle)));
      failures.recover("edge");
    } catch (error) {
      failures.fail("edge", error);
    }
  };

  // A request can arrive before the watcher reports a change, because the watcher waits until the size of the file is
  // stable. After a failure, any change bundles both Workers again.
  const reloadOutdated = async () => {
    const hasChanged = await Promise.all(
      workerNames.map(
        async (name) => (await getNewestMtimeMs(files.get(name) ?? [])) > (bundledAt.get(name) ?? 0),
      ),
    );
    const isBroken = failures.isFailing("edge") && hasChanged.includes(true);
    const outdatedWorkers = workerNames.filter((_, index) => isBroken || hasChanged[index]);
    if (outdatedWorkers.length > 0) await reload(outdatedWorkers);
  };

  let lastReload = reload(workerNames);
  await lastReload;
  const timer = runRepeatedly(async (event) => {
    await lastReload;
    const worker = await workers.miniflare()?.getWorker("scheduled");
    return (await worker?.scheduled(event)) ?? { outcome: "exception" };
  });
  return {
    /** Bundles the Workers that use a changed file. */
    reloadChanged(file: string): void {
      const isBroken = failures.isFailing("edge");
      const changedWorkers = workerNames.filter((name) => isBroken || files.get(name)?.has(file));
      if (changedWorkers.length > 0) lastReload = lastReload.then(() => reload(changedWorkers));
    },
    /** Answers a request with the newest bundle. */
    async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
      const init = await toRequestInit(request);
      lastReload = lastReload.then(reloadOutdated);
      await lastReload;
      const miniflare = workers.miniflare();
      if (miniflare) return forward(await miniflare.dispatchFetch(url, init), response);
      response.writeHead(503, { "Content-Type": "text/plain" }).end("The functions do not compile.\n");
    },
    async close(): Promise<void> {
      await Promise.all([timer.stop(), lastReload]);
      await workers.close();
    },
  };
}

/** Returns the time of the last change of these files, in milliseconds since 1970; a missing file counts as 0. */
async function getNewestMtimeMs(paths: Iterable<string>): Promise<number> {
  const times = [...paths].map((path) =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  );
  return Math.max(0, ...(await Promise.all(times)));
}

async function forward(answer: WorkerResponse, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body) await pipeline(Readable.fromWeb(answer.body), response);
  else response.end();
}

/** Converts a request of the browser for workerd. */
async function toRequestInit(request: IncomingMessage) {
  const { method = "GET" } = request;
  const body = method === "GET" || method === "HEAD" ? null : await buffer(request);
  return { method, body, headers: forwardHeaders(request), redirect: "manual" as const };
}

/**
 * Returns the headers of a browser's request for workerd, without those of its connection. Adds the client's address,
 * as Cloudflare does, and requests an uncompressed response.
 */
function forwardHeaders({ headers, socket }: IncomingMessage): Record<string, string> {
  const connectionHeaders = [
    "connection",
    "host",
    "keep-alive",
    "transfer-encoding",
    "content-length",
    "upgrade",
  ];
  const forwardedHeaders = Object.entries(headers).filter(([name]) => !connectionHeaders.includes(name));
  return {
    "CF-Connecting-IP": socket.remoteAddress ?? "",
    ...Object.fromEntries(forwardedHeaders.map(([name, value]) => [name, String(value)])),
    "accept-encoding": "identity",
  };
}
