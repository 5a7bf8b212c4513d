import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { openOperatorTransactions } from "#local/commands/operator.ts";
import { readLines } from "#local/processes/lines.ts";
import { copyDatabase } from "./database-copy.ts";
import { type DatabaseContents, logins } from "./database-template.ts";

const toPath = (file: string) => fileURLToPath(new URL(`../../local/${file}`, import.meta.url));

type DatabaseProcess = ChildProcessByStdio<null, Readable, Readable>;

/** Starts the embedded database of a folder in its own process. */
export const spawnDatabase = (folder: string): DatabaseProcess =>
  spawn(process.execPath, [toPath("processes/serve.ts"), toPath("neon/server.ts"), "startDatabase"], {
    env: {
      PATH: process.env.PATH,
      SERVICE_OPTIONS: JSON.stringify({ port: 0, dataDirectory: folder, ...logins }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });

/** Waits until the process announces its port. Returns the endpoint for Neon's driver and the connection strings. */
export async function readAddresses(child: DatabaseProcess) {
  for await (const line of readLines(child.stdout)) {
    const [, port] = /^Listening on port (\d+)/.exec(line) ?? [];
    if (!port) continue;
    const urlOf = (user: string, password: string) =>
      `postgresql://${user}:${password}@localhost:${port}/vitrina`;
    const { ownerPassword, edgePassword } = logins;
    const endpoint = `http://localhost:${port}/sql`;
    return { endpoint, ownerUrl: urlOf("postgres", ownerPassword), edgeUrl: urlOf("edge", edgePassword) };
  }
  throw new Error("The process ended before it was ready.");
}

/** Starts a migrated database with these contents in its own process, so that no test changes its clock. */
export async function startSeparateDatabase(contents: DatabaseContents) {
  const { dataDirectory, remove } = await copyDatabase(null, contents);
  const child = spawnDatabase(dataDirectory ?? "");
  const { endpoint, ownerUrl, edgeUrl } = await readAddresses(child);
  const operator = openOperatorTransactions({ databaseUrl: ownerUrl, fetchEndpoint: endpoint });
  return {
    endpoint,
    edgeUrl,
    /** Returns the rows of one statement that runs as the owner. */
    asOwner: async (text: string, values: unknown[] = []) =>
      (await operator({ rows: { text, values } })).rows,
    async close() {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
      await remove();
    },
  };
}
