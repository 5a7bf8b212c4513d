import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Log } from "./log.ts";

/** How a program of Node is run as a server. */
export type ServiceCommand = {
  /** As the log and the person call it. */
  name: string;
  /** Arguments of Node: the file to run and what it is given. */
  args: string[];
  cwd?: string;
  env?: Record<string, string>;
  /** Path that answers 200 once the server is ready. */
  healthPath: string;
  /** Whether its standard error is shown to the person, too. */
  audible?: true;
};

/** One run of a service. */
export type ServiceProcess = {
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
export function launch(
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
