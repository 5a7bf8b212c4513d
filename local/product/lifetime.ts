import { join } from "node:path";
import { takeLock } from "#local/processes/lock.ts";
import { openLog } from "#local/processes/log.ts";
import { isFree } from "#local/processes/ports.ts";
import { type Service, type ServiceOptions, startService } from "#local/processes/service.ts";
import { describeError, openProgress, say } from "#local/processes/terminal.ts";
import { readSecrets } from "#local/secrets.ts";
import { type PortVariable, readSettings, type Settings } from "#local/settings.ts";
import { openState } from "#local/state.ts";
import { readyBlock } from "./blocks.ts";
import { edgeEnvironment } from "./site.ts";

/** A starting or running product. */
export type Product = Awaited<ReturnType<typeof openProduct>>["product"];

const startedAt = performance.now();

/**
 * Runs `npm start` or `npm run dev`: opens the state, lets `work` start services, and ends all of them on Ctrl-C. A
 * failure prints one sentence and exits with 1.
 */
export function runProduct(command: string, work: (product: Product) => Promise<void>): void {
  const services: Service[] = [];
  const aborter = new AbortController();
  let close = async () => {};
  let endingRun: Promise<void> | undefined;

  // In reverse order of their start, so no service loses one that it relies on before it ends itself.
  const end = (code: number): Promise<void> => {
    endingRun ??= (async () => {
      aborter.abort();
      for (const service of services.reverse()) await service.stop();
      await close();
      process.exit(code);
    })();
    return endingRun;
  };
  endWithTerminal(command, end);

  const start = async () => {
    const openedProduct = await openProduct(services, aborter.signal);
    close = openedProduct.close;
    await work(openedProduct.product);
  };
  start().catch((error) => {
    if (endingRun) return;
    say(describeError(error));
    return end(1);
  });
}

/**
 * Opens what the services of a run share: the settings, the locked state folder, its secrets and its log. `close`
 * closes the log and unlocks the folder.
 */
async function openProduct(services: Service[], signal: AbortSignal) {
  const settings = readSettings();
  await assertFreePorts(settings);
  await openState(settings.state);
  const release = await takeLock(
    join(settings.state, "lock"),
    (pid) =>
      `${settings.state} is in use by process ${pid}: stop that npm start, or set LOCAL_STATE to another folder.`,
  );
  const log = openLog(join(settings.state, "log.txt"));
  const progress = openProgress(say);
  const secrets = await readSecrets(settings.state);
  const product = {
    settings,
    secrets,
    log,
    progress,
    /** Aborted when the product ends. */
    signal,
    /** The environment of the site and of the scheduled Worker. */
    environment: edgeEnvironment(settings, secrets),
    /** Starts a service and resolves once it answers; it ends with the product. */
    async launch(options: ServiceOptions): Promise<Service> {
      progress.at(`the ${options.name}`, "starting");
      const service = await startService(options, log, progress.say);
      progress.done(`the ${options.name}`);
      services.push(service);
      return service;
    },
    /** Ends one service before the others. */
    async stop(service: Service): Promise<void> {
      services.splice(services.indexOf(service), 1);
      await service.stop();
    },
    /** Prints the addresses of all services. */
    announce: (password: string) =>
      progress.say(readyBlock(settings, performance.now() - startedAt, password)),
  };
  const close = async () => {
    await log.close();
    await release();
  };
  return { product, close };
}

async function assertFreePorts({ ports }: Settings): Promise<void> {
  for (const [name, port] of Object.entries(ports) as [PortVariable, number][]) {
    if (!(await isFree(port))) {
      throw new Error(`Port ${port} is in use: end what runs there, or choose another with ${name}=…`);
    }
  }
}

/** Ends the run on Ctrl-C, when the terminal is closed, when the parent process ends, or after an unexpected error. */
function endWithTerminal(command: string, end: (code: number) => Promise<void>): void {
  // The reader of the output may be gone, but the services must continue.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(0));
  process.on("uncaughtException", (error) => {
    say(`${command} ended: ${describeError(error)}`);
    void end(1);
  });
  // Ends this process when its parent was killed, because nothing else would.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && end(0), 1_000).unref();
}
