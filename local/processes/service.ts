import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "./log.ts";

/** A server that runs as a process of its own. */
export type ServiceOptions = {
  /** As the log and the person call it. */
  name: string;
  /** Arguments of Node: the file to run and what it is given. */
  args: string[];
  cwd?: string;
  env?: Record<string, string>;
  port: number;
  /** Path that answers 200 once the server is ready. */
  healthPath: string;
  /** Whether its standard error is shown to the person, too. */
  audible?: true;
};

export type Service = {
  name: string;
  /** Ends the process and everything that it started. */
  stop(): Promise<void>;
};

type Running = { child: ChildProcess; exited: Promise<void>; gone: boolean; lastWords: string };

const restartAfter = 10_000;
const watchEvery = 4_000;
const silencesBeforeRestart = 3;

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(3_500) })).ok;
  } catch {
    return false;
  }
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
  const { name, args, cwd, env, port, healthPath, audible } = options;
  const url = `http://localhost:${port}${healthPath}`;
  // That it is well, every few seconds, would bury what happened.
  const routine = (line: string) => line.includes(` GET ${healthPath} 200 `);
  let stopping = false;
  let ready = false;
  let restart: NodeJS.Timeout | undefined;

  const launch = (): Running => {
    // A group of its own, so that it can be ended whole and a Ctrl-C in the terminal reaches it only through us.
    const child = spawn(process.execPath, args, {
      cwd,
      detached: true,
      env: { ...process.env, ...env, LIFELINE: "stdin" },
      stdio: ["pipe", "pipe", "pipe"],
    });
    const launched: Running = { child, exited: Promise.resolve(), gone: false, lastWords: "" };
    log.follow(name, child.stdout, routine);
    log.follow(name, child.stderr, routine);
    if (audible) createInterface({ input: child.stderr }).on("line", say);
    child.stderr.on("data", (chunk) => {
      launched.lastWords = `${launched.lastWords}${chunk}`.slice(-2_000);
    });
    child.stdin.on("error", () => {});
    launched.exited = new Promise((resolve) => {
      const end = (why: string) => {
        launched.gone = true;
        killGroup(child, "SIGKILL");
        if (!stopping && ready) revive(`stopped (${why})`);
        resolve();
      };
      // Not "close": what the process started may hold its pipes open, and is ended here.
      child.once("exit", (code, signal) => end(signal ?? `code ${code}`));
      // It could not even be started.
      child.once("error", (error) => {
        launched.lastWords = error.message;
        end(error.message);
      });
    });
    return launched;
  };

  const becomeReady = async () => {
    const launched = running;
    for (const deadline = Date.now() + 90_000; Date.now() < deadline && !launched.gone; ) {
      if (await answers(url)) {
        ready = true;
        return;
      }
      await sleep(100);
    }
    const reason = launched.lastWords.trim().split("\n").at(-1);
    throw new Error(`${name} did not start on port ${port}${reason ? `: ${reason}` : "."}`);
  };

  const revive = (what: string) => {
    ready = false;
    say(`${name} ${what}; it is started again in ${restartAfter / 1000} s, the others keep serving.`);
    restart = setTimeout(async () => {
      try {
        // The system can refuse at once, not only by an event.
        running = launch();
        await becomeReady();
        say(`${name} is back.`);
      } catch {
        killGroup(running.child, "SIGKILL");
        await running.exited;
        if (!stopping) revive("did not come back");
      }
    }, restartAfter);
  };

  let running = launch();
  try {
    await becomeReady();
  } catch (error) {
    stopping = true;
    killGroup(running.child, "SIGKILL");
    throw error;
  }

  // A server can be gone or stuck while its process stays. One slow answer is no sign of that on a busy machine.
  let silences = 0;
  const watch = setInterval(async () => {
    if (!ready) return;
    silences = (await answers(url)) ? 0 : silences + 1;
    if (silences < silencesBeforeRestart || !ready || stopping) return;
    silences = 0;
    killGroup(running.child, "SIGKILL");
  }, watchEvery);

  return {
    name,
    async stop() {
      stopping = true;
      clearInterval(watch);
      clearTimeout(restart);
      killGroup(running.child, "SIGTERM");
      const timeout = setTimeout(() => killGroup(running.child, "SIGKILL"), 6_000);
      await running.exited;
      clearTimeout(timeout);
    },
  };
}
