import { randomUUID } from "node:crypto";
import { Miniflare, type WorkerOptions } from "miniflare";
import { compatibilityDateOf } from "#local/build/compatibility-date.ts";
import { spoolIdOf } from "#local/build/spool-id.ts";
import type { bundleWorker } from "./bundle.ts";
import { handOver, holderBindings, holderOf } from "./holder.ts";

const configurations = { api: "wrangler.toml", scheduled: "functions/scheduled/wrangler.toml" };

export type WorkerName = keyof typeof configurations;
export const workerNames = Object.keys(configurations) as WorkerName[];

type Bundled = Awaited<ReturnType<typeof bundleWorker>>;

/** The Workers of the site in one workerd, which starts with the first bundles. Messages that wait for the database are kept in the folder `spool`. */
export function openWorkers(bindings: Record<string, string>, spool: string) {
  const key = randomUUID();
  const running = new Map<WorkerName, Bundled>();
  let miniflare: Miniflare | undefined;

  const optionsOf = async ([name, { packages }]: [WorkerName, Bundled]): Promise<WorkerOptions> => ({
    name,
    compatibilityDate: await compatibilityDateOf(configurations[name]),
    bindings: { ...bindings, [holderBindings.key]: key },
    unsafeEvalBinding: holderBindings.run,
    kvNamespaces: { SPOOL: await spoolIdOf(configurations[name]) },
    // What a script answered must not be what the next one seems to answer.
    cache: false,
    ...{ modulesRoot: "/", modules: holderOf(packages) },
  });
  const start = async () => {
    const options = {
      ...{ cf: false as const, kvPersist: spool },
      workers: await Promise.all([...running].map(optionsOf)),
    };
    if (miniflare) await miniflare.setOptions(options);
    else miniflare = new Miniflare(options);
    await miniflare.ready;
  };
  return {
    /** What runs them; nothing before the first bundles. */
    miniflare: () => miniflare,
    /** Exchanges the scripts, and starts workerd anew where the packages are others. @throws what a script throws when it is run */
    async take(bundles: (readonly [WorkerName, Bundled])[]): Promise<void> {
      const needsStart = bundles.some(([name, { packages }]) => running.get(name)?.packages !== packages);
      for (const [name, bundled] of bundles) running.set(name, bundled);
      if (needsStart) await start();
      for (const [name, { script }] of needsStart ? [...running] : bundles) {
        const worker = await miniflare?.getWorker(name);
        if (worker) await handOver(worker, key, script);
      }
    },
    close: async () => miniflare?.dispose(),
  };
}
