import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
const program = fileURLToPath(new URL("../../node_modules/wrangler/bin/wrangler.js", import.meta.url));

/** What a run of wrangler may have beside its arguments. */
type WranglerOptions = {
  /** Where it looks for its configuration; the repository, if nothing is said. */
  directory?: string | undefined;
  /** Its standard input. Secrets go this way, because every user of the machine can list the arguments of processes. */
  input?: string;
  env?: Record<string, string>;
  /** In milliseconds. */
  timeout?: number;
};

/**
 * Runs wrangler to its end, as no one's terminal: it asks nothing and tells its maker nothing. Returns its standard output.
 * @throws Error with what it calls the error
 */
export async function runWrangler(args: readonly string[], options: WranglerOptions = {}): Promise<string> {
  const { directory = root, input = "", env = {}, timeout = 60_000 } = options;
  const child = spawn(process.execPath, [program, ...args], {
    cwd: directory,
    timeout,
    env: {
      ...process.env,
      CI: "1",
      NO_COLOR: "1",
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_WRITE_LOGS: "false",
      ...env,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let stdout = "";
  let output = "";
  child.stdout.on("data", (chunk) => (stdout += chunk));
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  // A process that has ended no longer reads.
  child.stdin.on("error", () => {}).end(input);
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  if (code === 0) return stripVTControlCharacters(stdout);
  const [, first = "it did not answer in time", second = ""] =
    /\[ERROR\]\s*([^\n]+)\n*([^\n]*)/.exec(stripVTControlCharacters(output)) ?? [];
  throw new Error(`${first.trim()} ${second.trim()}`.trim());
}

/** The date in a configuration of wrangler's by which workerd decides how it behaves. */
export async function compatibilityDateOf(file: string): Promise<string> {
  const configuration = await readFile(new URL(`../../${file}`, import.meta.url), "utf8");
  const [, date = ""] = /^compatibility_date = "(.*)"$/m.exec(configuration) ?? [];
  return date;
}

/** The id of the KV namespace SPOOL in wrangler's configuration, by which the site and the scheduled Worker share it. */
export async function spoolIdOf(file: string): Promise<string> {
  const configuration = await readFile(new URL(`../../${file}`, import.meta.url), "utf8");
  const [, id = ""] = /^binding = "SPOOL"\nid = "(.*)"$/m.exec(configuration) ?? [];
  return id;
}
