import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The request header that says how many milliseconds the Worker's clock is ahead. */
export const clockHeader = "X-Test-Clock-Ms";

const clockModule = `const RealDate = Date;
let aheadMs = 0;
export const setAhead = (milliseconds) => void (aheadMs = milliseconds);
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length > 0 ? parts : [RealDate.now() + aheadMs]));
  }
  static now = () => RealDate.now() + aheadMs;
};
`;

// The clock is imported first, so that it is in place before any module of the bundle runs.
const entryModule = (bundleEntry: string) => `import { setAhead } from "./test-clock.js";
import worker from "./${bundleEntry}";
export default {
  ...worker,
  fetch(request, env, context) {
    const ahead = request.headers.get("${clockHeader}");
    if (ahead !== null) {
      setAhead(Number(ahead));
      request = new Request(request);
      request.headers.delete("${clockHeader}");
    }
    return worker.fetch(request, env, context);
  },
};
`;

/** The modules that run the bundle in `folder` on a clock that tests move, the entry first. */
export const clockedModules = (folder: string) => [
  { type: "ESModule" as const, path: join(folder, "test-entry.js"), contents: entryModule("index.js") },
  { type: "ESModule" as const, path: join(folder, "test-clock.js"), contents: clockModule },
];

/** Makes the bundle in `folder`, as Pages serves it, run on a clock that tests move. */
export async function installClock(folder: string): Promise<void> {
  await rename(join(folder, "index.js"), join(folder, "bundle.js"));
  await writeFile(join(folder, "test-clock.js"), clockModule);
  await writeFile(join(folder, "index.js"), entryModule("bundle.js"));
}
