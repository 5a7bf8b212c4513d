// Runs a server as a process: `node serve.ts FILE FUNCTION` calls that exported function. The variable SERVICE_OPTIONS
// has its options as JSON.
import { pathToFileURL } from "node:url";
import { endWithParent } from "./lifeline.ts";

type RunningServer = { port: number; close(): Promise<void> };

/** An exported function that starts a server. */
export type StartFunction = (options: never) => Promise<RunningServer>;

const [file = "", name = ""] = process.argv.slice(2);

try {
  const { [name]: start } = await import(pathToFileURL(file).href);
  const server: RunningServer = await start(JSON.parse(process.env.SERVICE_OPTIONS ?? "{}"));
  endWithParent(server.close);
  process.stdout.write(`Listening on port ${server.port}.\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
