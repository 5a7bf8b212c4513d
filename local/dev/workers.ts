import { randomUUID } from "node:crypto";
import { Miniflare, type WorkerOptions } from "miniflare";
import { compatibilityDateOf, spoolIdOf } from "#local/build/compatibility-date.ts";
import type { bundleWorker } from "./bundle.ts";
import { handOver, holderBindings, holderOf } from "./holder.ts";

const configurations = { api: "wrangler.toml", scheduled: "functions/scheduled/wrangler.toml" };

export type WorkerName = keyof typeof configurations;
export const workerNames = Object.keys(configurations) as WorkerName[];

type Bundled = Awaited<ReturnType<typeof bundleWorker>>;

/** The Workers of the site in one workerd, which starts with the first bundles. Messages that wait for the database are kept in the folder `spool`. */
export function openWorkers(bindings: Record<string, string>, spool: string) {
  const key = randomUUID();
  let running = new Map<WorkerName, Bundled>();
  let miniflare: Miniflare | undefined;

  const optionsOf = async (name: WorkerName, { packages }: Bundled): Promise<WorkerOptions> => ({
    name,
    compatibilityDate: await compatibilityDateOf(configurations[name]),
    bindings: { ...bindings, [holderBindings.key]: key },
    unsafeEvalBinding: holderBindings.run,
    kvNamespaces: { SPOOL: await spoolIdOf(configurations[name]) },
    // What a script answered must not be what the next one seems to answer.
    cache: false,
    ...{ modulesRoot: "/", modules: holderOf(packages) },
  });
  const start = async (bundles: Map<WorkerName, Bundled>) => {
    const options = {
      ...{ cf: false as const, kvPersist: spool },
      workers: await Promise.all([...bundles].map(([name, bundled]) => optionsOf(name, bundled))),
    };
    if (miniflare) {
      await miniflare.setOptions(options);
      return;
    }
    const started = new Miniflare(options);
    try {
      await started.ready;
    } catch (error) {
      // One that did not start never will.
      await started.dispose().catch(() => {});
      throw error;
    }
    miniflare = started;
  };
  return {
    /** What runs them, the API first; nothing before the first bundles. */
    miniflare: () => miniflare,
    /**
     * Exchanges the scripts, and starts workerd anew where the packages are others. The first bundles are those of all Workers, as
     * `workerNames` has them.
     * @throws what a script throws when it is run; the others run then
     */
    async take(bundles: (readonly [WorkerName, Bundled])[]): Promise<void> {
      const next = new Map([...running, ...bundles]);
      const needsStart = bundles.some(([name, { packages }]) => running.get(name)?.packages !== packages);
      if (needsStart) await start(next);
      running = next;
      const handed = (needsStart ? [...next] : bundles).map(async ([name, { script }]) => {
        const worker = await miniflare?.getWorker(name);
        if (worker) await handOver(worker, key, script);
      });
      for (const result of await Promise.allSettled(handed)) {
        if (result.status === "rejected") throw result.reason;
      }
    },
    close: async () => miniflare?.dispose(),
  };
}
