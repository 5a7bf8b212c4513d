import { randomUUID } from "node:crypto";
import { Miniflare, type WorkerOptions } from "miniflare";
import { ssrDynamicImportKey, ssrExportNameKey, ssrImportKey } from "vite/module-runner";
import { attachmentsBucket, readCompatibilityDate, readSpoolId } from "#local/cloudflare/wrangler.ts";
import type { bundleWorker, Packages, WorkerModule } from "./bundle.ts";

type RunningWorker = Awaited<ReturnType<Miniflare["getWorker"]>>;

/** The extra bindings of the Worker: the evaluator of scripts, and the key that authorizes a new script. */
const holderBindings = { run: "DEV_RUN", key: "DEV_KEY" };

const parameters = [ssrImportKey, ssrDynamicImportKey, ssrExportNameKey]
  .map((name) => JSON.stringify(name))
  .join(", ");

const header = "X-Dev-Key";

/**
 * Returns the modules of a Worker whose script is replaced while it runs, because workerd takes seconds to start with
 * all packages. A request with the key brings the new script; requests in progress continue with the earlier one.
 */
function createHolder({ names, modules }: Packages): WorkerModule[] {
  const contents = `
${names.map((name, index) => `import * as package${index} from ${JSON.stringify(name)};`).join("\n")}
const packages = {
${names.map((name, index) => `  ${JSON.stringify(name)}: package${index},`).join("\n")}
};
let worker;
const take = async (run, script) => {
  const exports = {};
  const evaluate = run.newAsyncFunction('"use strict";' + script, "worker", ${parameters});
  const importPackage = async (name) => packages[name];
  const exportName = (name, get) => Object.defineProperty(exports, name, { get });
  await evaluate(importPackage, importPackage, exportName);
  worker = exports.default;
};
// The same object for every call, as in workerd, because the site uses it as a cache key.
let own;
const ownOf = ({ ${holderBindings.run}: _run, ${holderBindings.key}: _key, ...rest }) => (own ??= rest);
export default {
  async fetch(request, env, context) {
    if (request.headers.get("${header}") !== env.${holderBindings.key}) {
      if (!worker) return new Response("The functions do not run.\\n", { status: 503 });
      return worker.fetch(request, ownOf(env), context);
    }
    try {
      await take(env.${holderBindings.run}, await request.text());
      return new Response();
    } catch (error) {
      return new Response(String(error?.stack ?? error), { status: 422 });
    }
  },
  scheduled: (event, env, context) => worker?.scheduled(event, ownOf(env), context),
};`;
  return [{ type: "ESModule", path: "/holder.js", contents }, ...modules];
}

/**
 * Replaces the script that a Worker of the development server runs, without a restart of workerd.
 * @throws the error that the script throws when it runs; the earlier script continues then
 */
async function sendScript(worker: RunningWorker, key: string, script: string): Promise<void> {
  const answer = await worker.fetch("http://holder.invalid", {
    method: "POST",
    headers: { [header]: key },
    body: script,
  });
  if (answer.ok) return;
  const stack = await answer.text();
  throw Object.assign(new Error(stack.split("\n")[0]), { stack });
}

const configurations = { api: "wrangler.toml", scheduled: "functions/operations/scheduled/wrangler.toml" };

export type WorkerName = keyof typeof configurations;
export const workerNames = Object.keys(configurations) as WorkerName[];

type WorkerBundle = Awaited<ReturnType<typeof bundleWorker>>;

/**
 * Runs the Workers of the site in one workerd, which starts with the first bundles and takes new scripts while it runs.
 * The folder `spool` stores messages that wait for the database, and the folder beside it the files of mails.
 */
export function openWorkers(bindings: Record<string, string>, spool: string) {
  const key = randomUUID();
  let allBundles = new Map<WorkerName, WorkerBundle>();
  let miniflare: Miniflare | undefined;

  const createOptions = async (name: WorkerName, { packages }: WorkerBundle): Promise<WorkerOptions> => ({
    name,
    compatibilityDate: await readCompatibilityDate(configurations[name]),
    bindings: { ...bindings, [holderBindings.key]: key },
    unsafeEvalBinding: holderBindings.run,
    kvNamespaces: { SPOOL: await readSpoolId(configurations[name]) },
    r2Buckets: { ATTACHMENTS: attachmentsBucket },
    // A cached answer of an earlier script must not hide the answer of the next one.
    cache: false,
    modulesRoot: "/",
    modules: createHolder(packages),
  });
  const start = async (bundles: Map<WorkerName, WorkerBundle>) => {
    const options = {
      cf: false as const,
      kvPersist: spool,
      r2Persist: `${spool}-files`,
      workers: await Promise.all([...bundles].map(([name, bundled]) => createOptions(name, bundled))),
    };
    if (miniflare) {
      await miniflare.setOptions(options);
      return;
    }
    const newMiniflare = new Miniflare(options);
    try {
      await newMiniflare.ready;
    } catch (error) {
      // A Miniflare that failed to start never recovers.
      await newMiniflare.dispose().catch(() => {});
      throw error;
    }
    miniflare = newMiniflare;
  };
  return {
    /** Returns the workerd of all Workers, the API first; undefined before the first bundles. */
    miniflare: () => miniflare,
    /**
     * Replaces the scripts, and restarts workerd if the packages differ. The first call must contain the bundles of all
     * Workers, in the order of `workerNames`.
     * @throws the error that a script throws when it runs; the others run then
     */
    async replaceBundles(bundles: (readonly [WorkerName, WorkerBundle])[]): Promise<void> {
      const nextBundles = new Map([...allBundles, ...bundles]);
      const needsStart = bundles.some(([name, { packages }]) => allBundles.get(name)?.packages !== packages);
      if (needsStart) await start(nextBundles);
      allBundles = nextBundles;
      const sentScripts = (needsStart ? [...nextBundles] : bundles).map(async ([name, { script }]) => {
        const worker = await miniflare?.getWorker(name);
        if (worker) await sendScript(worker, key, script);
      });
      for (const result of await Promise.allSettled(sentScripts)) {
        if (result.status === "rejected") throw result.reason;
      }
    },
    close: async () => miniflare?.dispose(),
  };
}
