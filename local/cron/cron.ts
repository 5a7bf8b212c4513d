import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { listenOnLoopback } from "#local/processes/loopback.ts";

// A person who waits for a mail here should not wait a minute for it.
const every = 10_000;

/** The options of workerd for the scheduled Worker that was built into `directory`. */
export async function scheduledWorker(directory: string, bindings: Record<string, string>) {
  const configuration = await readFile(
    new URL("../../functions/scheduled/wrangler.toml", import.meta.url),
    "utf8",
  );
  const [, compatibilityDate = ""] = /^compatibility_date = "(.*)"$/m.exec(configuration) ?? [];
  return {
    modulesRoot: directory,
    modules: [{ type: "ESModule" as const, path: join(directory, "worker.js") }],
    compatibilityDate,
    bindings,
    cf: false as const,
  };
}

/**
 * Runs the built scheduled Worker in workerd and fires it every 10 s, as Cloudflare's cron does every minute. `/health`
 * on `port` answers 200 as long as it can be fired; 0 takes any port that is free.
 */
export async function startSchedule(options: {
  port: number;
  directory: string;
  bindings: Record<string, string>;
}): Promise<{ port: number; close(): Promise<void> }> {
  const miniflare = new Miniflare(await scheduledWorker(options.directory, options.bindings));
  const { scheduled } = await miniflare.getWorker();
  let healthy = true;
  let next: NodeJS.Timeout | undefined;
  let firing = Promise.resolve();
  let closing = false;

  const fire = async () => {
    try {
      const { outcome } = await scheduled({ cron: "* * * * *" });
      healthy = outcome === "ok";
    } catch {
      healthy = false;
    }
    if (!closing) next = setTimeout(again, every);
  };
  const again = () => {
    firing = fire();
  };
  again();

  const listener = await listenOnLoopback(options.port, (_request, response, { path }) => {
    const found = path === "/health";
    response.writeHead(found ? (healthy ? 200 : 503) : 404).end();
  });
  return {
    port: listener.port,
    async close() {
      closing = true;
      clearTimeout(next);
      await listener.close();
      await miniflare.dispose();
      await firing;
    },
  };
}
