import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { connectDevTools } from "#local/processes/devtools.ts";
import { browserEnvironment, browserFlags } from "../support/browser.ts";

type Attached = { sessionId: string; targetInfo: { targetId: string; type: string; subtype?: string } };

/** A call of the DevTools protocol. */
export type Call = readonly [method: string, params: Record<string, unknown>];

const only = (type: string) => [{ type }, { exclude: true }];

/**
 * Starts a browser with one tab, as visitors have it: it prepares the pages that speculation rules name, and keeps those that are left for
 * the way back. Playwright switches off the second and does not know of the first, which are targets beside the one that is shown.
 * `given` is called on every document's target before it begins, `onTold` with what a script of a page says through `tell`, a binding.
 */
export async function startVisitorBrowser(
  executable: string,
  given: readonly Call[],
  onTold: (what: string) => void,
) {
  const profile = await mkdtemp(join(tmpdir(), "vitrina-browser-"));
  const flags = [
    "--headless=new",
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
    "--no-first-run",
  ];
  const child = spawn(executable, [...browserFlags, ...flags, "about:blank"], {
    env: browserEnvironment,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(child.stderr).on("line", (line) => {
      const [, found] = /^DevTools listening on (\S+)$/.exec(line) ?? [];
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error(`${executable} has ended before it listened.`)));
  });
  const devTools = await connectDevTools(address);

  // The documents of the tab, by their targets; a prepared one becomes the one that is shown.
  const sessions = new Map<string, string>();
  const shown = Promise.withResolvers<void>();
  let current = "";
  const show = ({ targetId, type, subtype }: Attached["targetInfo"]) => {
    if (type !== "page" || subtype || !sessions.has(targetId)) return;
    current = sessions.get(targetId) ?? "";
    shown.resolve();
  };
  devTools.on<Attached>("Target.attachedToTarget", async ({ sessionId, targetInfo }) => {
    const call = (method: string, params: object) =>
      devTools.send(method, params as Record<string, unknown>, sessionId).catch(() => {});
    if (targetInfo.type === "tab") {
      const attach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
      await call("Target.setAutoAttach", { ...attach, filter: only("page") });
      return;
    }
    sessions.set(targetInfo.targetId, sessionId);
    const calls = [
      ["Runtime.enable", {}],
      ["Runtime.addBinding", { name: "tell" }],
      ["Page.enable", {}],
    ];
    for (const [method, params] of [...calls, ...given] as Call[]) void call(method, params);
    await call("Runtime.runIfWaitingForDebugger", {});
    show(targetInfo);
  });
  devTools.on<Attached>("Target.targetInfoChanged", ({ targetInfo }) => show(targetInfo));
  devTools.on<{ payload: string }>("Runtime.bindingCalled", ({ payload }) => onTold(payload));
  await devTools.send("Target.setDiscoverTargets", { discover: true, filter: only("page") });
  await devTools.send("Target.setAutoAttach", {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: true,
    filter: only("tab"),
  });
  await shown.promise;

  const send = <Result = unknown>(method: string, params: Record<string, unknown> = {}) =>
    devTools.send<Result>(method, params, current);
  // What is opened before the window draws says nothing of its first picture, now and then.
  await send("Runtime.evaluate", { expression: "new Promise(requestAnimationFrame)", awaitPromise: true });
  return {
    /** Calls a method of the document that is shown now. @throws Error with the browser's words */
    send,
    /** Runs an expression in the document that is shown now, and waits for what it promises. @throws Error with the page's words */
    async evaluate<Value>(expression: string): Promise<Value> {
      const how = { awaitPromise: true, returnByValue: true, userGesture: false };
      const { result, exceptionDetails } = await send<{
        result: { value: Value };
        exceptionDetails?: { text: string; exception?: { description?: string } };
      }>("Runtime.evaluate", { expression, ...how });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    async close(): Promise<void> {
      devTools.close();
      child.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export type VisitorBrowser = Awaited<ReturnType<typeof startVisitorBrowser>>;
