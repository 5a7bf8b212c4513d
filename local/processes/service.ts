import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "./log.ts";

/** Describes how to run a Node program as a server. */
type ServiceCommand = {
  /** Its name in the log and at the terminal. */
  name: string;
  /** Arguments of Node: the file to run and its arguments. */
  args: string[];
  cwd?: string;
  env?: Record<string, string>;
  /** Path that answers 200 once the server is ready. */
  healthPath: string;
  /** Whether the terminal also shows its standard error. */
  audible?: true;
};

/** A run of a service. */
type ServiceProcess = ReturnType<typeof launch>;

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * Runs a service once. It ends with this process.
 * @throws Error if the system rejects the start at once, not by an event
 */
function launch(
  { name, args, cwd, env, healthPath, audible }: ServiceCommand,
  log: Log,
  say: (sentence: string) => void,
) {
  // A separate process group can be ended as a whole. A Ctrl-C in the terminal then reaches it only through this
  // process.
  const child = spawn(process.execPath, args, {
    cwd,
    detached: true,
    env: { ...process.env, ...env, LIFELINE: "stdin" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let errorOutput = "";
  let hasExited = false;
  // Successful health checks every few seconds would hide other lines.
  const isRoutine = (line: string) => line.includes(` GET ${healthPath} 200 `);
  log.follow(name, child.stdout, isRoutine);
  log.follow(name, child.stderr, isRoutine);
  if (audible) createInterface({ input: child.stderr }).on("line", say);
  child.stderr.on("data", (chunk) => {
    errorOutput = `${errorOutput}${chunk}`.slice(-2_000);
  });
  child.stdin.on("error", () => {});
  const exited = new Promise<string>((resolve) => {
    const end = (reason: string) => {
      hasExited = true;
      killGroup(child, "SIGKILL");
      resolve(reason);
    };
    // Not "close": child processes may hold the pipes open, and are killed here.
    child.once("exit", (code, signal) => end(signal ?? `code ${code}`));
    child.once("error", (error) => {
      errorOutput = error.message;
      end(error.message);
    });
  });
  return {
    /** Resolves with the reason of its end or failed start, once all processes that it started have ended. */
    exited,
    hasExited: () => hasExited,
    /** Returns the end of its standard error. */
    errorOutput: () => errorOutput,
    /** Sends a signal to it and to all processes that it started. */
    kill: (signal: NodeJS.Signals) => killGroup(child, signal),
  };
}

/** A server that runs in a separate process. */
export type ServiceOptions = ServiceCommand & { port: number };

export type Service = Awaited<ReturnType<typeof startService>>;

const restartDelayMs = 10_000;
const watchIntervalMs = 4_000;
const maxMissedChecks = 3;

async function isAnswering(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(3_500) })).ok;
  } catch {
    return false;
  }
}

/** Returns the last line that names an error, because some programs print more after it, or else the last line. */
function reasonIn(printed: string): string | undefined {
  const lines = printed.trim().split("\n");
  return lines.findLast((line) => /\berror\b/i.test(line)) ?? lines.at(-1);
}

/**
 * Waits until the service answers.
 * @throws Error with one sentence if it ends before that, or does not answer in time
 */
async function waitUntilReady(running: ServiceProcess, { name, port }: ServiceOptions, url: string) {
  for (const deadline = Date.now() + 90_000; Date.now() < deadline && !running.hasExited(); ) {
    if (await isAnswering(url)) return;
    await sleep(100);
  }
  const reason = reasonIn(running.errorOutput());
  throw new Error(`${name} did not start on port ${port}${reason ? `: ${reason}` : "."}`);
}

/**
 * Calls `onSilence` after repeated health checks without an answer: a server can fail or hang while its process lives.
 */
function watchHealth(url: string, isReady: () => boolean, onSilence: () => void): NodeJS.Timeout {
  // A single slow answer is normal on a busy machine.
  let missedChecks = 0;
  return setInterval(async () => {
    if (!isReady()) return;
    missedChecks = (await isAnswering(url)) ? 0 : missedChecks + 1;
    if (missedChecks < maxMissedChecks || !isReady()) return;
    missedChecks = 0;
    onSilence();
  }, watchIntervalMs);
}

async function stopProcess(running: ServiceProcess): Promise<void> {
  running.kill("SIGTERM");
  const timeout = setTimeout(() => running.kill("SIGKILL"), 6_000);
  await running.exited;
  clearTimeout(timeout);
}

/**
 * Starts a service, resolves once it answers, and restarts it 10 s after every end. The other services continue, and
 * `say` gets a sentence.
 * @throws Error with one sentence if it does not become ready
 */
export async function startService(options: ServiceOptions, log: Log, say: (sentence: string) => void) {
  const { name, port, healthPath } = options;
  const url = `http://localhost:${port}${healthPath}`;
  let isStopping = false;
  let isReady = false;
  let restartTimer: NodeJS.Timeout | undefined;

  const becomeReady = async (newProcess: ServiceProcess) => {
    newProcess.exited.then((reason) => {
      if (isReady && !isStopping) scheduleRestart(`stopped (${reason})`);
    });
    await waitUntilReady(newProcess, options, url);
    isReady = true;
  };
  const scheduleRestart = (event: string) => {
    isReady = false;
    say(`${name} ${event}; it is started again in ${restartDelayMs / 1000} s, the others keep serving.`);
    restartTimer = setTimeout(async () => {
      try {
        running = launch(options, log, say);
        await becomeReady(running);
        say(`${name} is back.`);
      } catch {
        running.kill("SIGKILL");
        await running.exited;
        if (!isStopping) scheduleRestart("did not come back");
      }
    }, restartDelayMs);
  };

  let running = launch(options, log, say);
  try {
    await becomeReady(running);
  } catch (error) {
    running.kill("SIGKILL");
    throw error;
  }
  const watch = watchHealth(
    url,
    () => isReady && !isStopping,
    () => running.kill("SIGKILL"),
  );
  return {
    name,
    /** Ends the process and all processes that it started. */
    async stop(): Promise<void> {
      isStopping = true;
      clearInterval(watch);
      clearTimeout(restartTimer);
      await stopProcess(running);
    },
  };
}
