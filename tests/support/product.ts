import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { findFreePorts } from "#local/processes/ports.ts";

/** A running `npm start`. */
export type Product = {
  site: string;
  studio: string;
  sanity: string;
  mail: string;
  /** The folder of its state. */
  state: string;
  ports: Record<"PORT" | "STUDIO_PORT" | "LAKE_PORT" | "MAIL_PORT" | "DATABASE_PORT", number>;
  adminEmail: string;
  adminPassword: string;
  /** The milliseconds until the product was ready. */
  readyAfterMs: number;
  /** Returns the output so far. */
  output(): string;
  /** Resolves once the output matches. */
  says(pattern: RegExp): Promise<void>;
  process: ChildProcess;
  /** Sends the signal of Ctrl-C, and waits until npm has ended. */
  interrupt(): Promise<void>;
};

/** Returns unused ports for one product. */
export async function productPorts(): Promise<Product["ports"]> {
  const [PORT = 0, STUDIO_PORT = 0, LAKE_PORT = 0, MAIL_PORT = 0, DATABASE_PORT = 0] = await findFreePorts(5);
  return { PORT, STUDIO_PORT, LAKE_PORT, MAIL_PORT, DATABASE_PORT };
}

/** Runs `npm start` in `directory` with its state there, and waits until it is ready. */
export async function startProduct(
  directory: string,
  state: string,
  ports: Product["ports"],
): Promise<Product> {
  const startedAt = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: directory,
    // The process has its own group, because Ctrl-C in a terminal signals the whole group.
    detached: true,
    env: {
      ...process.env,
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
      LOCAL_STATE: state,
      LOCAL_POSTGRES_URL: "",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
      for (const listener of listeners) listener();
    });
  }
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const says = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const checkOutput = () => {
        if (!pattern.test(output)) return;
        listeners.delete(checkOutput);
        resolve();
      };
      listeners.add(checkOutput);
      exited.then((code) => reject(new Error(`npm start ended with ${code}:\n${output}`)));
      checkOutput();
    });
  const interrupt = async () => {
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGINT");
    await exited;
  };
  await says(/Password {2,}\S+|start this again\./);
  if (!/Password {2,}\S+/.test(output)) {
    await interrupt();
    throw new Error(`npm start is not ready:\n${output}`);
  }
  return {
    site: `http://localhost:${ports.PORT}`,
    studio: `http://localhost:${ports.STUDIO_PORT}`,
    sanity: `http://localhost:${ports.LAKE_PORT}`,
    mail: `http://localhost:${ports.MAIL_PORT}`,
    state,
    ports,
    adminEmail: /Administrator {2,}(\S+)/.exec(output)?.[1] ?? "",
    adminPassword: /Password {2,}(\S+)/.exec(output)?.[1] ?? "",
    readyAfterMs: performance.now() - startedAt,
    output: () => output,
    says,
    process: child,
    interrupt,
  };
}
