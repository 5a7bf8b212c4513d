import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Miniflare } from "miniflare";
import { compatibilityDateOf } from "#local/cloudflare/wrangler.ts";
import { connectDevTools } from "#local/processes/devtools.ts";

/** Cloudflare gives a Worker this long to be evaluated, in milliseconds of one of its processors. */
const limit = 400;
/** What takes this long does so on a machine with nothing else to do as well: once is enough. In milliseconds. */
const hopeless = 10 * limit;
/** A Worker that is not there by then is not waited for, in milliseconds on the clock. */
const patience = 30_000;

type Profile = {
  nodes: { id: number; callFrame: { functionName: string } }[];
  samples: number[];
  timeDeltas: number[];
};

/**
 * How long the processor is busy with evaluating the Worker in `directory`, in milliseconds, measured in workerd as
 * `wrangler check startup` does, which cannot be given modules as they are. It is `patience` where the Worker is
 * not there by then.
 */
async function measureStartup(directory: string): Promise<number> {
  const files = (await readdir(directory, { recursive: true })).filter((file) => /\.(m?js|wasm)$/.test(file));
  const miniflare = new Miniflare({
    ...{ name: "measured", cf: false, inspectorPort: 0, modulesRoot: directory },
    compatibilityDate: await compatibilityDateOf("wrangler.toml"),
    modules: [
      {
        type: "ESModule",
        path: join(directory, "measure-startup.mjs"),
        contents: `export default { async fetch() { await import("./index.js"); return new Response("evaluated"); } };`,
      },
      ...files.map((file) => ({
        type: file.endsWith(".wasm") ? ("CompiledWasm" as const) : ("ESModule" as const),
        path: join(directory, file),
      })),
    ],
  });
  try {
    await miniflare.ready;
    const inspector = await connectDevTools(
      new URL("/core:user:measured", await miniflare.getInspectorURL()),
    );
    const profiled = async () => {
      await inspector.send("Profiler.enable");
      // It answers once it looks.
      await inspector.send("Profiler.start");
      await (await miniflare.dispatchFetch("https://example.com")).text();
      return (await inspector.send<{ profile: Profile }>("Profiler.stop")).profile;
    };
    const profile = await Promise.race([profiled(), setTimeout(patience, null, { ref: false })]);
    inspector.close();
    if (!profile) return patience;
    const { nodes, samples, timeDeltas } = profile;
    const idle = new Set(
      nodes.flatMap(({ id, callFrame }) => (callFrame.functionName === "(idle)" ? [id] : [])),
    );
    const busy = timeDeltas.filter((_, place) => !idle.has(samples[place] ?? 0));
    return Math.round(busy.reduce((sum, delta) => sum + delta, 0) / 1000);
  } finally {
    await miniflare.dispose();
  }
}

/** Holds the Worker in `directory` to Cloudflare's limit, and says how long it takes. @throws Error with one sentence */
export async function checkStartup(directory: string): Promise<string> {
  // A machine that is busy with something else takes longer, and no measurement shorter.
  let busy = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 3 && busy > limit; look++) {
    const looked = await measureStartup(directory);
    busy = Math.min(busy, looked);
    if (looked >= hopeless) break;
  }
  if (busy > limit) {
    throw new Error(
      `The Worker takes at least ${busy} ms to start, and Cloudflare gives it ${limit}: evaluate less at the top of modules.`,
    );
  }
  return `${busy} ms of ${limit}`;
}
