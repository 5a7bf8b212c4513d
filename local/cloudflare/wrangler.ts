import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
const program = join(root, "node_modules/wrangler/bin/wrangler.js");

/** Options of a wrangler run beside its arguments. */
type WranglerOptions = {
  /** The folder in which wrangler looks for its configuration; the repository by default. */
  directory?: string | undefined;
  /** Its standard input. Secrets go this way, because every user of the machine can list the arguments of processes. */
  input?: string;
  env?: Record<string, string>;
  timeoutMs?: number;
};

/**
 * Runs wrangler without a terminal, prompts or telemetry, and returns its standard output.
 * @throws Error with wrangler's error message; without one, it has the status, or says that wrangler took too long
 */
export async function runWrangler(args: readonly string[], options: WranglerOptions = {}): Promise<string> {
  const { directory = root, input = "", env = {}, timeoutMs = 60_000 } = options;
  const child = spawn(process.execPath, [program, ...args], {
    cwd: directory,
    timeout: timeoutMs,
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
  const [code] = await once(child, "close");
  if (code === 0) return stripVTControlCharacters(stdout);
  const otherReason = child.killed ? "wrangler did not answer in time" : `wrangler ended with status ${code}`;
  const [, firstLine = otherReason, secondLine = ""] =
    /\[ERROR\]\s*([^\n]+)\n*([^\n]*)/.exec(stripVTControlCharacters(output)) ?? [];
  throw new Error(`${firstLine.trim()} ${secondLine.trim()}`.trim());
}

/** Returns the value that a pattern finds in a wrangler configuration of this repository. */
const findValue = async (file: string, pattern: RegExp): Promise<string> =>
  pattern.exec(await readFile(join(root, file), "utf8"))?.[1] ?? "";

/** Returns the compatibility date of workerd in a wrangler configuration. */
export const readCompatibilityDate = (file: string): Promise<string> =>
  findValue(file, /^compatibility_date = "(.*)"$/m);

/** The name of the bucket for files, in all wrangler configurations. */
export const attachmentsBucket = "vitrina-attachments";

/** Returns the id of the KV namespace SPOOL in a wrangler configuration; the site and the scheduled Worker share it. */
export const readSpoolId = (file: string): Promise<string> =>
  findValue(file, /^binding = "SPOOL"\nid = "(.*)"$/m);
