import type { Miniflare } from "miniflare";
import { ssrDynamicImportKey, ssrExportNameKey, ssrImportKey } from "vite/module-runner";
import type { Packages, WorkerModule } from "./bundle.ts";

type RunningWorker = Awaited<ReturnType<Miniflare["getWorker"]>>;

/** What the Worker has beside its own bindings: what runs a script, and the key of who may hand it one. */
export const holderBindings = { run: "DEV_RUN", key: "DEV_KEY" };

const parameters = [ssrImportKey, ssrDynamicImportKey, ssrExportNameKey]
  .map((name) => JSON.stringify(name))
  .join(", ");

const header = "X-Dev-Key";

/**
 * The modules of a Worker that takes its script while it runs, and a newer one in its place: workerd takes seconds to start with all
 * packages. What is being answered goes on with the script that it began with.
 */
export function holderOf({ names, modules }: Packages): WorkerModule[] {
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
// The same object for every call, as workerd gives it: the site remembers by it.
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

/** Hands a Worker of such modules its script. @throws what the script throws when it is run; the one before goes on then */
export async function handOver(worker: RunningWorker, key: string, script: string): Promise<void> {
  const answer = await worker.fetch("http://holder.invalid", {
    ...{ method: "POST", headers: { [header]: key }, body: script },
  });
  if (answer.ok) return;
  const stack = await answer.text();
  throw Object.assign(new Error(stack.split("\n")[0]), { stack });
}
