import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Miniflare } from "miniflare";
import { attachmentsBucket, readCompatibilityDate, readSpoolId } from "#local/cloudflare/wrangler.ts";
import { listenOnLoopback } from "#local/processes/loopback.ts";

// A developer who waits for a mail should not wait a minute.
const intervalMs = 10_000;

/** The configuration of the scheduled Worker. */
const configuration = "functions/operations/scheduled/wrangler.toml";

/**
 * Returns the Miniflare options of the scheduled Worker that was built into `directory`, for `npm start` and tests. It
 * has the spool of the site, whose messages it drains, and its bucket, whose files it removes.
 */
export async function readScheduledWorker(directory: string, bindings: Record<string, string>) {
  const compatibilityDate = await readCompatibilityDate(configuration);
  return {
    modulesRoot: directory,
    modules: [{ type: "ESModule" as const, path: join(directory, "worker.js") }],
    compatibilityDate,
    bindings,
    kvNamespaces: { SPOOL: await readSpoolId(configuration) },
    r2Buckets: { ATTACHMENTS: attachmentsBucket },
  };
}

/**
 * Runs the built scheduled Worker in workerd every 10 s, as Cloudflare's cron does every minute. `/health` on `port`
 * answers 200 while the runs succeed. Port 0 takes any free port.
 */
export async function startSchedule(options: {
  port: number;
  /** The folder of the built Worker. */
  directory: string;
  bindings: Record<string, string>;
  /** The folder with the site's local KV, whose waiting messages the Worker drains. */
  spool: string;
  /** The folder with the site's local buckets. */
  buckets: string;
}): Promise<{ port: number; close(): Promise<void> }> {
  const worker = await readScheduledWorker(options.directory, options.bindings);
  const miniflare = new Miniflare({
    ...worker,
    kvPersist: options.spool,
    r2Persist: options.buckets,
    cf: false,
  });
  const { scheduled } = await miniflare.getWorker();
  const timer = runRepeatedly(scheduled);
  const listener = await listenOnLoopback(options.port, (_request, response, { path }) => {
    const isHealthPath = path === "/health";
    response.writeHead(isHealthPath ? (timer.isHealthy() ? 200 : 503) : 404).end();
  });
  return {
    port: listener.port,
    async close() {
      const lastRun = timer.stop();
      await listener.close();
      await miniflare.dispose();
      await lastRun;
    },
  };
}

/** Calls a Worker's `scheduled` at once, and again 10 s after the end of each call, until it is stopped. */
export function runRepeatedly(scheduled: (event: { cron: string }) => Promise<{ outcome: string }>) {
  const cancellation = new AbortController();
  let hasSucceeded = true;
  const run = async () => {
    while (!cancellation.signal.aborted) {
      try {
        hasSucceeded = (await scheduled({ cron: "* * * * *" })).outcome === "ok";
      } catch {
        hasSucceeded = false;
      }
      // A cancellation ends the pause.
      await sleep(intervalMs, undefined, { signal: cancellation.signal }).catch(() => {});
    }
  };
  const lastRun = run();
  return {
    /** Returns whether the last call succeeded. */
    isHealthy: () => hasSucceeded,
    /** Resolves when the current call has ended. */
    stop(): Promise<void> {
      cancellation.abort();
      return lastRun;
    },
  };
}
