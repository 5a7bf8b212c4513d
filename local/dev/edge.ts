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
  // What Pages calls a Function with, around the one that is routed.
  api: `
import { onRequest } from "#functions/api/[[route]].ts";
export default {
  fetch: (request, env, context) =>
    onRequest({ request, env, waitUntil: (work) => context.waitUntil(work), passThroughOnException() {} }),
};`,
  scheduled: `export { default } from "#functions/operations/scheduled/worker.ts";`,
};

/**
 * Runs the API and the scheduled Worker in workerd, bundled anew after each change to what they are made of. While they do not
 * compile, the last ones that did go on. Messages that wait for the database are kept in the folder `spool`.
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

  // A request can come before the watcher tells of a change, which waits until the size of the file stays. While something is broken, all is
  // made again.
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
    /** Takes note of a changed file. */
    changed(file: string): void {
      const broken = failures.of("edge");
      const changed = workerNames.filter((name) => broken || files.get(name)?.has(file));
      if (changed.length > 0) reloaded = reloaded.then(() => reload(changed));
    },
    /** Answers a request by the newest bundle. */
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

/** When the newest of some files was written, in milliseconds since 1970; what is no file counts as never. */
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

// Adds the caller's address as Cloudflare does, and leaves out the headers of the connection.
function headersOf({ headers, socket }: IncomingMessage): Record<string, string> {
  const own = ["connection", "host", "keep-alive", "transfer-encoding", "content-length", "upgrade"];
  const passed = Object.entries(headers).filter(([name]) => !own.includes(name));
  return {
    "CF-Connecting-IP": socket.remoteAddress ?? "",
    ...Object.fromEntries(passed.map(([name, value]) => [name, String(value)])),
    "accept-encoding": "identity",
  };
}
