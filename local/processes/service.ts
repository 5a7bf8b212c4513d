import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "./log.ts";
import { launch, type ServiceCommand, type ServiceProcess } from "./service-process.ts";

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

/** The line that says why: the last one that calls itself an error, because some programs say more after it, or else the last one. */
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
