import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { connectDevTools } from "#local/processes/devtools.ts";
import { browserEnvironment, browserFlags } from "../support/browser.ts";

type AttachedTarget = { sessionId: string; targetInfo: { targetId: string; type: string; subtype?: string } };

/** A call of the DevTools protocol. */
export type DevToolsCall = readonly [method: string, params: Record<string, unknown>];

const createTypeFilter = (type: string) => [{ type }, { exclude: true }];

/**
 * Starts a browser with one tab that behaves as a visitor's: it prerenders the pages of speculation rules, and has a
 * back/forward cache.
 * Playwright turns that cache off and does not know prerendered targets.
 * @param startCalls calls that every document's target gets before it starts
 * @param onReport receives the texts that a page's script passes to the binding `tell`
 */
export async function startVisitorBrowser(
  executable: string,
  startCalls: readonly DevToolsCall[],
  onReport: (text: string) => void,
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
  const exit = once(child, "exit");
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(child.stderr).on("line", (line) => {
      const [, listenUrl] = /^DevTools listening on (\S+)$/.exec(line) ?? [];
      if (listenUrl) resolve(listenUrl);
    });
    void exit.then(() => reject(new Error(`${executable} has ended before it listened.`)));
  });
  const devTools = await connectDevTools(address);

  // The sessions of the tab's documents by target. A prerendered document becomes the shown one.
  const sessions = new Map<string, string>();
  const firstShown = Promise.withResolvers<void>();
  let currentSession = "";
  const show = ({ targetId, type, subtype }: AttachedTarget["targetInfo"]) => {
    if (type !== "page" || subtype || !sessions.has(targetId)) return;
    currentSession = sessions.get(targetId) ?? "";
    firstShown.resolve();
  };
  devTools.on<AttachedTarget>("Target.attachedToTarget", async ({ sessionId, targetInfo }) => {
    const sendToTarget = (method: string, params: object) =>
      devTools.send(method, params as Record<string, unknown>, sessionId).catch(() => {});
    if (targetInfo.type === "tab") {
      const attach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
      await sendToTarget("Target.setAutoAttach", { ...attach, filter: createTypeFilter("page") });
      return;
    }
    sessions.set(targetInfo.targetId, sessionId);
    const calls = [
      ["Runtime.enable", {}],
      ["Runtime.addBinding", { name: "tell" }],
      ["Page.enable", {}],
    ];
    for (const [method, params] of [...calls, ...startCalls] as DevToolsCall[])
      void sendToTarget(method, params);
    await sendToTarget("Runtime.runIfWaitingForDebugger", {});
    show(targetInfo);
  });
  devTools.on<AttachedTarget>("Target.targetInfoChanged", ({ targetInfo }) => show(targetInfo));
  devTools.on<{ payload: string }>("Runtime.bindingCalled", ({ payload }) => onReport(payload));
  await devTools.send("Target.setDiscoverTargets", { discover: true, filter: createTypeFilter("page") });
  await devTools.send("Target.setAutoAttach", {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: true,
    filter: createTypeFilter("tab"),
  });
  await firstShown.promise;

  const send = <Result = unknown>(method: string, params: Record<string, unknown> = {}) =>
    devTools.send<Result>(method, params, currentSession);
  // A document that opens before the window draws sometimes reports no first paint.
  await send("Runtime.evaluate", { expression: "new Promise(requestAnimationFrame)", awaitPromise: true });
  return {
    /** Calls a method of the shown document. @throws Error with the browser's message */
    send,
    /** Evaluates an expression in the shown document and awaits its promise. @throws Error with the page's message */
    async evaluate<Value>(expression: string): Promise<Value> {
      const options = { awaitPromise: true, returnByValue: true, userGesture: false };
      const { result, exceptionDetails } = await send<{
        result: { value: Value };
        exceptionDetails?: { text: string; exception?: { description?: string } };
      }>("Runtime.evaluate", { expression, ...options });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    async close(): Promise<void> {
      devTools.close();
      child.kill();
      await exit;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export type VisitorBrowser = Awaited<ReturnType<typeof startVisitorBrowser>>;
