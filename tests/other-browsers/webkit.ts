import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePorts } from "#local/processes/ports.ts";
import { startProxy } from "../support/proxy.ts";
import {
  actionTimeoutMs,
  type DrivenBrowser,
  namedKeys,
  startTimeoutMs,
  type Tab,
  viewport,
  withTimeout,
} from "./browser.ts";
import { guard, guardedEnvironment } from "./guard.ts";
import type { locateWebKit } from "./installed.ts";
import { startErrorCollector } from "./page-errors.ts";

// A session that has not started by then never starts, because the driver missed the browser's connection.
const sessionTimeoutMs = 30_000;
const sessionAttempts = 3;

/** Starts a program in its own process group, which ends with this process. */
function startProgram(program: string, args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [guard, program, ...args], {
    detached: true,
    env: { ...guardedEnvironment, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
}

async function endProgram(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group has ended in the meantime.
  }
  await exited;
}

/** Starts a virtual X display and returns its name. */
async function startDisplay(program: string): Promise<{ child: ChildProcess; name: string }> {
  const { width, height } = viewport;
  const child = startProgram(
    program,
    ["-displayfd", "1", "-screen", "0", `${width + 200}x${height + 200}x24`, "-nolisten", "tcp"],
    {},
  );
  child.stderr?.resume();
  const failed = once(child, "exit").then(() => {
    throw new Error("Xvfb ended before it was ready.");
  });
  const ready = once(child.stdout as NodeJS.ReadableStream, "data").then(
    ([data]) => `:${String(data).trim()}`,
  );
  try {
    return {
      child,
      name: await withTimeout("The start of Xvfb", Promise.race([ready, failed]), startTimeoutMs),
    };
  } catch (error) {
    await endProgram(child);
    throw error;
  }
}

type WebDriverCall = <Result>(
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
) => Promise<Result>;

/** Returns a function that sends WebDriver commands to the driver on a port. */
function createCall(port: number): WebDriverCall {
  return async (method, path, body) => {
    const name = `WebKit: ${method} ${path.replace(/^\/session\/[^/]+/, "")}`;
    const response = await withTimeout(
      name,
      fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body: JSON.stringify(body) }) }),
      path === "/session" ? sessionTimeoutMs : actionTimeoutMs,
    );
    const { value } = (await response.json()) as { value: never };
    if (response.ok) return value;
    const { error, message } = value as { error: string; message: string };
    throw new Error(`${name}: ${error}. ${message}`);
  };
}

async function startDriver(program: string, display: string, home: string) {
  const [port = 0] = await findFreePorts(1);
  const child = startProgram(program, [`--port=${port}`], {
    DISPLAY: display,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    NO_AT_BRIDGE: "1",
    GIO_USE_VFS: "local",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  const call = createCall(port);
  const deadline = performance.now() + startTimeoutMs;
  for (;;) {
    try {
      await call("GET", "/status");
      return { child, call };
    } catch (error) {
      if (child.exitCode !== null || performance.now() > deadline) {
        await endProgram(child);
        throw new Error(`WebKitWebDriver did not start: ${String(error)}\n${output}`);
      }
      await wait(50);
    }
  }
}

const keyActions = (keys: string[]) =>
  keys.flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]);

const toCodePoint = (key: string) => (key in namedKeys ? namedKeys[key as keyof typeof namedKeys] : key);

/** Opens a session, which starts a browser with empty storage. */
async function openSession(
  call: WebDriverCall,
  browser: string,
  site: { errors: string[]; setConnected(isConnected: boolean): void },
) {
  const { sessionId } = await call<{ sessionId: string }>("POST", "/session", {
    capabilities: {
      alwaysMatch: {
        timeouts: { pageLoad: actionTimeoutMs, script: actionTimeoutMs },
        "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] },
      },
    },
  });
  const session = `/session/${sessionId}`;
  const act = (actions: object[]) => call<void>("POST", `${session}/actions`, { actions });
  const tab: Tab = {
    goto: (url) => call("POST", `${session}/url`, { url }),
    evaluate: (run, ...args) =>
      call("POST", `${session}/execute/sync`, { script: `return (${run}).apply(null, arguments)`, args }),
    clickAt: (x, y) =>
      act([
        {
          type: "pointer",
          id: "mouse",
          parameters: { pointerType: "mouse" },
          actions: [
            { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
            { type: "pointerDown", button: 0 },
            { type: "pointerUp", button: 0 },
          ],
        },
      ]),
    press: (key) => act([{ type: "key", id: "keyboard", actions: keyActions([toCodePoint(key)]) }]),
    type: (text) => act([{ type: "key", id: "keyboard", actions: keyActions([...text]) }]),
    setConnected: async (isConnected) => site.setConnected(isConnected),
    listErrors: () => site.errors,
    takeScreenshot: async () => Buffer.from(await call<string>("GET", `${session}/screenshot`), "base64"),
    close: () => call("DELETE", session),
  };
  await call("POST", `${session}/window/rect`, viewport);
  return tab;
}

/**
 * Starts WebKit on a virtual display and drives it by WebDriver. Its network cannot be switched off, so it reaches the
 * site through a proxy that can be unreachable.
 * @param programs the paths of the programs
 * @param site the origin of the site
 */
export async function startWebKit(
  programs: NonNullable<ReturnType<typeof locateWebKit>>,
  site: string,
): Promise<DrivenBrowser> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.toReversed()) await closer();
  };
  try {
    const home = await mkdtemp(join(tmpdir(), "vitrina-webkit-"));
    closers.push(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
    const collector = await startErrorCollector(site);
    closers.push(collector.close);
    const proxy = await startProxy(collector.origin);
    closers.push(proxy.close);
    const display = await startDisplay(programs.display);
    closers.push(() => endProgram(display.child));
    const drivers = new Set<ChildProcess>();
    closers.push(() => Promise.all([...drivers].map(endProgram)));
    // A tab has its own driver, so a hanging tab does not affect the next one.
    const tryToOpenTab = async (): Promise<Tab> => {
      const driver = await startDriver(programs.driver, display.name, home);
      drivers.add(driver.child);
      const end = async () => {
        await endProgram(driver.child);
        drivers.delete(driver.child);
      };
      try {
        const tab = await openSession(driver.call, programs.browser, {
          errors: collector.errors,
          setConnected: (isConnected) => proxy.set(isConnected ? "fine" : "away"),
        });
        return { ...tab, close: () => tab.close().finally(end) };
      } catch (error) {
        await end();
        throw error;
      }
    };
    return {
      reportsOffline: false,
      origin: proxy.origin,
      async openTab() {
        collector.errors.length = 0;
        proxy.set("fine");
        for (let attempt = 1; ; attempt += 1) {
          try {
            return await tryToOpenTab();
          } catch (error) {
            if (attempt === sessionAttempts) throw error;
          }
        }
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
