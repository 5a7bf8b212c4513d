import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePorts } from "#local/processes/ports.ts";
import { embeddedTemplate } from "./database-copy.ts";
import { putStudio } from "./prepared-studio.ts";

export type ProductPorts = Record<
  "PORT" | "STUDIO_PORT" | "LAKE_PORT" | "MAIL_PORT" | "DATABASE_PORT",
  number
>;

/** Returns unused ports for one product. */
export async function productPorts(): Promise<ProductPorts> {
  const [PORT = 0, STUDIO_PORT = 0, LAKE_PORT = 0, MAIL_PORT = 0, DATABASE_PORT = 0] = await findFreePorts(5);
  return { PORT, STUDIO_PORT, LAKE_PORT, MAIL_PORT, DATABASE_PORT };
}

type ProductOptions = { directory?: string; state: string; ports: ProductPorts };

/** Runs a command that starts a product in `directory`, by default in this repository, with its own state and ports. */
export function spawnProduct(
  [program = "", ...args]: string[],
  { directory = process.cwd(), state, ports }: ProductOptions,
  variables: Record<string, string> = {},
) {
  const child = spawn(program, args, {
    cwd: directory,
    // The process has its own group, because Ctrl-C in a terminal signals the whole group.
    detached: true,
    env: {
      ...process.env,
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
      LOCAL_STATE: state,
      LOCAL_POSTGRES_URL: "",
      ...variables,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const exit = once(child, "exit");
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid,
    /** Returns the output so far. */
    output: () => output,
    /** Resolves once the output matches. */
    async says(pattern: RegExp): Promise<void> {
      for (const deadline = Date.now() + 240_000; !pattern.test(output); await sleep(50)) {
        if (hasEnded() || Date.now() > deadline)
          throw new Error(`The product does not say ${pattern}:\n${output}`);
      }
    },
    /** Sends the signal of Ctrl-C, and waits for the end. */
    async interrupt(): Promise<void> {
      if (child.pid && !hasEnded()) process.kill(-child.pid, "SIGINT");
      await exit;
    },
  };
}

/** Runs `npm start` in `directory` with its state there, and waits until it is ready. */
export async function startProduct(directory: string, state: string, ports: ProductPorts) {
  const startedAt = performance.now();
  const product = spawnProduct(["npm", "start"], { directory, state, ports });
  await product.says(/Password {2,}\S+|start this again\./);
  const output = product.output();
  if (!/Password {2,}\S+/.test(output)) {
    await product.interrupt();
    throw new Error(`npm start is not ready:\n${output}`);
  }
  return {
    ...product,
    site: `http://localhost:${ports.PORT}`,
    studio: `http://localhost:${ports.STUDIO_PORT}`,
    sanity: `http://localhost:${ports.LAKE_PORT}`,
    mail: `http://localhost:${ports.MAIL_PORT}`,
    /** The folder of its state. */
    state,
    ports,
    adminEmail: /Administrator {2,}(\S+)/.exec(output)?.[1] ?? "",
    adminPassword: /Password {2,}(\S+)/.exec(output)?.[1] ?? "",
    /** The milliseconds until the product was ready. */
    readyAfterMs: performance.now() - startedAt,
  };
}

/** A running `npm start`. */
export type Product = Awaited<ReturnType<typeof startProduct>>;

/** Starts a product with its own ports, and with the Studio and the migrated database that its first start would make. */
export async function startPreparedProduct(): Promise<Product> {
  const state = await mkdtemp(join(tmpdir(), "vitrina-product-"));
  const ports = await productPorts();
  await Promise.all([
    putStudio(join(state, "studio"), ports),
    embeddedTemplate("schema").then((template) => cp(template, join(state, "database"), { recursive: true })),
  ]);
  return startProduct(process.cwd(), state, ports);
}

/** Ends a product and deletes its state. */
export async function removeProduct({ interrupt, state }: Product): Promise<void> {
  await interrupt();
  await rm(state, { recursive: true, force: true });
}
