// Asks the registry for the advisories and signatures of what is installed, and writes its answers into the file that is named. Whatever
// comes of it, it ends well and in less than half a minute: a registry that is away or has no such answers holds nobody up.
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { RegistryReport } from "./registry-report.ts";

const timeout = 25_000;
// By the npm that runs the tests, where one does.
const npm = process.env.npm_execpath;

/** What npm prints, also where it ends badly, as it does for each advisory. */
const audit = (...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(
      npm ? process.execPath : "npm",
      [...(npm ? [npm] : []), "audit", ...args, "--json", "--fetch-retries=0", "--fetch-timeout=10000"],
      { timeout, maxBuffer: 64 * 1024 * 1024 },
      (_, stdout) => resolve(stdout),
    );
  });

const [advisories, signatures] = await Promise.all([audit(), audit("signatures")]);
const [file = ""] = process.argv.slice(2);
await mkdir(dirname(file), { recursive: true });
await writeFile(file, JSON.stringify({ advisories, signatures } satisfies RegistryReport));
