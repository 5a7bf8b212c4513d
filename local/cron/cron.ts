import { join } from "node:path";
import { Miniflare } from "miniflare";
import { compatibilityDateOf, spoolIdOf } from "#local/cloudflare/wrangler.ts";
import { listenOnLoopback } from "#local/processes/loopback.ts";

// A developer who waits for a mail should not wait a minute.
const intervalMs = 10_000;

/** The configuration of the scheduled Worker. */
const configuration = "functions/operations/scheduled/wrangler.toml";

/**
 * Returns the Miniflare options of the scheduled Worker that was built into `directory`. It shares the spool with the
 * site.
 */
export async function scheduledWorker(directory: string, bindings: Record<string, string>) {
  const compatibilityDate = await compatibilityDateOf(configuration);
  return {
    modulesRoot: directory,
    modules: [{ type: "ESModule" as const, path: join(directory, "worker.js") }],
    compatibilityDate,
    bindings,
    kvNamespaces: { SPOOL: await spoolIdOf(configuration) },
  };
}

/**
 * Runs the built scheduled Worker in workerd every 10 s, as Cloudflare's cron does every minute. `/health` on `port`
 * answers 200 while the runs succeed. Port 0 takes any free port.
 */
export async function startSchedule(options: {
  port: number;
  directory: string;
  bindings: Record<string, string>;
  spool: string;
}): Promise<{ port: number; close(): Promise<void> }> {
  const worker = await scheduledWorker(options.directory, options.bindings);
  const miniflare = new Miniflare({ ...worker, kvPersist: options.spool, cf: false });
  const { scheduled } = await miniflare.getWorker();
  const timer = fireAgainAndAgain(scheduled);
  const listener = await listenOnLoopback(options.port, (_request, response, { path }) => {
    const found = path === "/health";
    response.writeHead(found ? (timer.healthy() ? 200 : 503) : 404).end();
  });
  return {
    port: listener.port,
    async close() {
      const fired = timer.stop();
      await listener.close();
      await miniflare.dispose();
      await fired;
    },
  };
}

/** Calls a Worker's `scheduled` at once, and again 10 s after the end of each call, until it is stopped. */
export function fireAgainAndAgain(scheduled: (event: { cron: string }) => Promise<{ outcome: string }>) {
  let healthy = true;
  let next: NodeJS.Timeout | undefined;
  let firing = Promise.resolve();
  let stopped = false;

  const fire = async () => {
    try {
      const { outcome } = await scheduled({ cron: "* * * * *" });
      healthy = outcome === "ok";
    } catch {
      healthy = false;
    }
    if (!stopped) next = setTimeout(again, intervalMs);
  };
  const again = () => {
    firing = fire();
  };
  again();
  return {
    /** Returns whether the last call succeeded. */
    healthy: () => healthy,
    /** Resolves when the current call has ended. */
    async stop() {
      stopped = true;
      clearTimeout(next);
      await firing;
    },
  };
}
