import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { followLines } from "./lines.ts";
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
  /** Whether the terminal also shows the standard error of the program. */
  showsErrors?: true;
};

/** A run of a service. */
type ServiceProcess = ReturnType<typeof launch>;

/** Sends a signal to a process and all processes that it started; nothing happens if they have ended. */
function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * Starts the process of a service. The service ends with this process, because the service watches its own standard
 * input (`LIFELINE`).
 * @throws Error if `spawn` throws; a start that fails later resolves `exited` with the reason
 */
function launch(
  { name, args, cwd, env, healthPath, showsErrors }: ServiceCommand,
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
  if (showsErrors) followLines(child.stderr, say);
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

/**
 * Returns the reason of a failed start from its output: the last line that names an error, or else the last line. Some
 * programs print more after the error.
 */
function findReason(output: string): string | undefined {
  const lines = output.trim().split("\n");
  return lines.findLast((line) => /\berror\b/i.test(line)) ?? lines.at(-1);
}

/**
 * Waits until the service answers.
 * @throws Error with one sentence if it ends before that, or does not answer in time
 */
async function waitUntilReady(
  serviceProcess: ServiceProcess,
  { name, port }: ServiceOptions,
  url: string,
): Promise<void> {
  for (const deadline = Date.now() + 90_000; Date.now() < deadline && !serviceProcess.hasExited(); ) {
    if (await isAnswering(url)) return;
    await sleep(100);
  }
  const reason = findReason(serviceProcess.errorOutput());
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

/** Ends a service with all its processes, by force after 6 s. */
async function stopProcess(serviceProcess: ServiceProcess): Promise<void> {
  serviceProcess.kill("SIGTERM");
  const timeout = setTimeout(() => serviceProcess.kill("SIGKILL"), 6_000);
  await serviceProcess.exited;
  clearTimeout(timeout);
}

/**
 * Starts a service, resolves once it answers, and then restarts it 10 s after it ends or hangs, until it is stopped.
 * Other services continue meanwhile, and `say` gets a sentence.
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
        currentProcess = launch(options, log, say);
        await becomeReady(currentProcess);
        say(`${name} is back.`);
      } catch {
        currentProcess.kill("SIGKILL");
        await currentProcess.exited;
        if (!isStopping) scheduleRestart("did not come back");
      }
    }, restartDelayMs);
  };

  let currentProcess = launch(options, log, say);
  try {
    await becomeReady(currentProcess);
  } catch (error) {
    currentProcess.kill("SIGKILL");
    throw error;
  }
  const watch = watchHealth(
    url,
    () => isReady && !isStopping,
    () => currentProcess.kill("SIGKILL"),
  );
  return {
    name,
    /** Ends the process and all processes that it started. */
    async stop(): Promise<void> {
      isStopping = true;
      clearInterval(watch);
      clearTimeout(restartTimer);
      await stopProcess(currentProcess);
    },
  };
}
