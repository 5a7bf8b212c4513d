// Asks the registry for advisories and signatures of the installed packages, and writes its answers to the given file.
// Exits with 0 in less than 30 s, also without an answer, so that an unreachable registry does not block the tests.
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { RegistryReport } from "./registry-report.ts";

// A test allows more time, because npm takes longer on a busy machine.
const [file = "", timeoutMs = "25000"] = process.argv.slice(2);
// The npm that runs the tests, if any.
const npm = process.env.npm_execpath;

/** Returns the output of npm, also when npm fails, as it does for every advisory. */
const audit = (...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(
      npm ? process.execPath : "npm",
      [...(npm ? [npm] : []), "audit", ...args, "--json", "--fetch-retries=0", "--fetch-timeout=10000"],
      { timeout: Number(timeoutMs), maxBuffer: 64 * 1024 * 1024 },
      (_, stdout) => resolve(stdout),
    );
  });

const [advisories, signatures] = await Promise.all([audit(), audit("signatures")]);
await mkdir(dirname(file), { recursive: true });
await writeFile(file, JSON.stringify({ advisories, signatures } satisfies RegistryReport));
