import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "./log.ts";

/** How a program of Node is run as a server. */
type ServiceCommand = {
  /** Its name in the log and at the terminal. */
  name: string;
  /** Arguments of Node: the file to run and what it is given. */
  args: string[];
  cwd?: string;
  env?: Record<string, string>;
  /** Path that answers 200 once the server is ready. */
  healthPath: string;
  /** Whether its standard error is printed at the terminal, too. */
  audible?: true;
};

/** One run of a service. */
type ServiceProcess = {
  /** Resolves with why it ended, or could not even be started; what it had started has ended then, too. */
  exited: Promise<string>;
  hasExited(): boolean;
  /** The end of its standard error. */
  lastWords(): string;
  /** Sends a signal to it and to everything that it started. */
  kill(signal: NodeJS.Signals): void;
};

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * Runs a service once; it ends with this process.
 * @throws Error when the system refuses at once, and not by an event.
 */
function launch(
  { name, args, cwd, env, healthPath, audible }: ServiceCommand,
  log: Log,
  say: (sentence: string) => void,
): ServiceProcess {
  // A group of its own, so that it can be ended whole and a Ctrl-C in the terminal reaches it only through us.
  const child = spawn(process.execPath, args, {
    cwd,
    detached: true,
    env: { ...process.env, ...env, LIFELINE: "stdin" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let lastWords = "";
  let hasExited = false;
  // That it is well, every few seconds, would bury what happened.
  const routine = (line: string) => line.includes(` GET ${healthPath} 200 `);
  log.follow(name, child.stdout, routine);
  log.follow(name, child.stderr, routine);
  if (audible) createInterface({ input: child.stderr }).on("line", say);
  child.stderr.on("data", (chunk) => {
    lastWords = `${lastWords}${chunk}`.slice(-2_000);
  });
  child.stdin.on("error", () => {});
  const exited = new Promise<string>((resolve) => {
    const end = (why: string) => {
      hasExited = true;
      killGroup(child, "SIGKILL");
      resolve(why);
    };
    // Not "close": what the process started may hold its pipes open, and is ended here.
    child.once("exit", (code, signal) => end(signal ?? `code ${code}`));
    child.once("error", (error) => {
      lastWords = error.message;
      end(error.message);
    });
  });
  return {
    exited,
    hasExited: () => hasExited,
    lastWords: () => lastWords,
    kill: (signal) => killGroup(child, signal),
  };
}

/** A server that runs as a process of its own. */
export type ServiceOptions = ServiceCommand & { port: number };

export type Service = {
  name: string;
  /** Ends the process and everything that it started. */
  stop(): Promise<void>;
};

const restartAfter = 10_000;
const watchEvery = 4_000;
const silencesBeforeRestart = 3;

async function answers(url: string): Promise<boolean> {
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

/** @throws Error with one sentence when it ends before it answers, or does not answer in time. */
async function untilReady(running: ServiceProcess, { name, port }: ServiceOptions, url: string) {
  for (const deadline = Date.now() + 90_000; Date.now() < deadline && !running.hasExited(); ) {
    if (await answers(url)) return;
    await sleep(100);
  }
  const reason = reasonIn(running.lastWords());
  throw new Error(`${name} did not start on port ${port}${reason ? `: ${reason}` : "."}`);
}

/** Calls `act` when there is no answer again and again: a server can be gone or stuck while its process stays. */
function watchOver(url: string, isReady: () => boolean, act: () => void): NodeJS.Timeout {
  // One slow answer is no sign of that on a busy machine.
  let silences = 0;
  return setInterval(async () => {
    if (!isReady()) return;
    silences = (await answers(url)) ? 0 : silences + 1;
    if (silences < silencesBeforeRestart || !isReady()) return;
    silences = 0;
    act();
  }, watchEvery);
}

async function stopProcess(running: ServiceProcess): Promise<void> {
  running.kill("SIGTERM");
  const timeout = setTimeout(() => running.kill("SIGKILL"), 6_000);
  await running.exited;
  clearTimeout(timeout);
}

/**
 * Starts a service, resolves when it answers, and from then on keeps it running: when it dies the others go on,
 * `say` gets one sentence, and it is started again after 10 s.
 * @throws Error with one sentence when it does not become ready.
 */
export async function startService(
  options: ServiceOptions,
  log: Log,
  say: (sentence: string) => void,
): Promise<Service> {
  const { name, port, healthPath } = options;
  const url = `http://localhost:${port}${healthPath}`;
  let stopping = false;
  let ready = false;
  let restart: NodeJS.Timeout | undefined;

  const becomeReady = async (launched: ServiceProcess) => {
    launched.exited.then((why) => {
      if (ready && !stopping) revive(`stopped (${why})`);
    });
    await untilReady(launched, options, url);
    ready = true;
  };
  const revive = (what: string) => {
    ready = false;
    say(`${name} ${what}; it is started again in ${restartAfter / 1000} s, the others keep serving.`);
    restart = setTimeout(async () => {
      try {
        running = launch(options, log, say);
        await becomeReady(running);
        say(`${name} is back.`);
      } catch {
        running.kill("SIGKILL");
        await running.exited;
        if (!stopping) revive("did not come back");
      }
    }, restartAfter);
  };

  let running = launch(options, log, say);
  try {
    await becomeReady(running);
  } catch (error) {
    running.kill("SIGKILL");
    throw error;
  }
  const watch = watchOver(
    url,
    () => ready && !stopping,
    () => running.kill("SIGKILL"),
  );
  return {
    name,
    async stop() {
      stopping = true;
      clearInterval(watch);
      clearTimeout(restart);
      await stopProcess(running);
    },
  };
}
