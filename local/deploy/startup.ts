import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Miniflare } from "miniflare";
import { readCompatibilityDate } from "#local/cloudflare/wrangler.ts";
import { connectDevTools } from "#local/processes/devtools.ts";

/** The processor time that Cloudflare allows for evaluating a Worker, in milliseconds. */
const limitMs = 400;
/** Above this time one measurement is enough, even on a busy machine. In milliseconds. */
const hopelessMs = 10 * limitMs;
/** The time-out of a measurement, in milliseconds on the clock. */
const timeoutMs = 30_000;

type Profile = {
  nodes: { id: number; callFrame: { functionName: string } }[];
  samples: number[];
  timeDeltas: number[];
};

/**
 * Measures the processor time of evaluating the Worker in `directory`, in milliseconds. It profiles workerd like
 * `wrangler check startup`, which does not accept unbundled modules. Returns `timeoutMs` after the time-out.
 */
async function measureStartup(directory: string): Promise<number> {
  const files = (await readdir(directory, { recursive: true })).filter((file) => /\.(m?js|wasm)$/.test(file));
  const miniflare = new Miniflare({
    name: "measured",
    cf: false,
    inspectorPort: 0,
    modulesRoot: directory,
    compatibilityDate: await readCompatibilityDate("wrangler.toml"),
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
    const profileStartup = async () => {
      await inspector.send("Profiler.enable");
      // It answers once the profiler runs.
      await inspector.send("Profiler.start");
      await (await miniflare.dispatchFetch("https://example.com")).text();
      return (await inspector.send<{ profile: Profile }>("Profiler.stop")).profile;
    };
    const profile = await Promise.race([profileStartup(), setTimeout(timeoutMs, null, { ref: false })]);
    inspector.close();
    if (!profile) return timeoutMs;
    const { nodes, samples, timeDeltas } = profile;
    const idle = new Set(
      nodes.flatMap(({ id, callFrame }) => (callFrame.functionName === "(idle)" ? [id] : [])),
    );
    const busy = timeDeltas.filter((_, sampleIndex) => !idle.has(samples[sampleIndex] ?? 0));
    return Math.round(busy.reduce((sum, delta) => sum + delta, 0) / 1000);
  } finally {
    await miniflare.dispose();
  }
}

/** Compares the Worker in `directory` with Cloudflare's limit. Returns its time. @throws Error with one sentence */
export async function checkStartup(directory: string): Promise<string> {
  // On a busy machine a measurement takes longer, never shorter, so the shortest of three counts.
  let busy = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && busy > limitMs; attempt++) {
    const measuredMs = await measureStartup(directory);
    busy = Math.min(busy, measuredMs);
    if (measuredMs >= hopelessMs) break;
  }
  if (busy > limitMs) {
    throw new Error(
      `The Worker takes at least ${busy} ms to start, and Cloudflare gives it ${limitMs}: evaluate less at the top of modules.`,
    );
  }
  return `${busy} ms of ${limitMs}`;
}
