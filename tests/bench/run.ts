// `npm run bench`: all measurements, as tables; `npm run bench -- NAME …` only those of these names. `--write` stores
// them in docs/performance.md. On another machine, compare ratios.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { Argument } from "commander";
import { createCommand, runCommand } from "#local/commands/cli.ts";
import { say } from "#local/processes/terminal.ts";
import { describeLoad, roundTo } from "./figures.ts";

/**
 * Every measurement by its file, in the order in which they are taken: what it measures, and whether it needs a
 * PostgreSQL server.
 */
const benches: Record<string, { says: string; postgres?: true }> = {
  lighthouse: {
    says: "18 public pages on a phone and 3 at a desk, in 2 rounds, beside a copy without script (--quick: 3 pages, 1 round)",
  },
  presses: {
    says: "the time from a press on a service's link to the next headline, and on the menu to its paint",
  },
  edge: { says: "the time of the calls of the API, and whether it depends on an address having an account" },
  parsing: { says: "the time to parse hostile text of 64 kB and 2 MB, which has to be linear" },
  memory: { says: "the memory of the edge while it receives the largest mails, which may be 128 MB" },
  inbox: { says: "the inbox's database with a thousand to a million messages", postgres: true },
};

/** Returns a PostgreSQL server that starts with its first use. The embedded database is too slow for a million rows. */
async function openServer() {
  const configuredUrl = process.env.LOCAL_POSTGRES_URL;
  const directory = await mkdtemp(join(tmpdir(), "vitrina-bench-"));
  const runServerScript = (command: string) =>
    execFileSync("sh", [join(import.meta.dirname, "../support/postgres.sh"), command, directory], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  let startedUrl: string | null = null;
  return {
    url(): string {
      if (configuredUrl) return configuredUrl;
      startedUrl ??= runServerScript("start");
      return startedUrl;
    },
    async close(): Promise<void> {
      if (startedUrl) runServerScript("stop");
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Runs one measurement in its own process, prints its tables, and returns them. */
async function measure(name: string, options: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...options], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    process.stdout.write(text);
    output += text;
  });
  const [status] = await once(child, "close");
  if (status !== 0) throw new Error(`The measurement ${name} failed.`);
  return output;
}

/** Replaces the section of one measurement in docs/performance.md. */
async function writeSection(name: string, heading: string, output: string): Promise<void> {
  const file = join(import.meta.dirname, "../../docs/performance.md");
  const [introduction = "", ...sections] = (await readFile(file, "utf8")).split(/^(?=## )/m);
  const otherSections = sections
    .filter((section) => !section.startsWith(`## ${name}\n`))
    .map((section) => section.trim());
  const newSection = `## ${name}\n\n${heading}\n\n\`\`\`text\n${output.trim()}\n\`\`\``;
  await writeFile(
    file,
    [introduction.trim(), ...[...otherSections, newSection].sort()].join("\n\n").concat("\n"),
  );
}

type BenchOptions = { quick?: true; rounds?: string; write?: true };

/** Runs the measurements one after the other. */
async function runMeasurements(names: string[], { quick, rounds, write }: BenchOptions): Promise<void> {
  const options = [quick ? ["--quick"] : [], rounds ? [`--rounds=${rounds}`] : []].flat();
  const server = await openServer();
  try {
    for (const [name, { says, postgres }] of Object.entries(benches)) {
      if (names.length > 0 && !names.includes(name)) continue;
      const load = describeLoad();
      const startedAt = performance.now();
      say(`${name}: ${says}; load ${load}`);
      const environment = postgres ? { LOCAL_POSTGRES_URL: server.url() } : {};
      const output = await measure(name, write ? [...options, "--write"] : options, environment);
      const minutes = roundTo((performance.now() - startedAt) / 60_000, 1);
      say(`${name}: ${minutes} min, load ${load} to ${describeLoad()}`);
      if (!write) continue;
      const day = new Date().toISOString().slice(0, 10);
      const flags = options.length > 0 ? `, with \`${options.join(" ")}\`` : "";
      const machine = `${cpus().length} cores, in ${minutes} min, at load ${load} to ${describeLoad()}`;
      const run = `Run on ${day} on ${machine}${flags}.`;
      await writeSection(name, `Measures ${says}. ${run}`, output);
    }
  } finally {
    await server.close();
  }
}

const command = createCommand("npm run bench", "Takes the measurements of docs/performance.md.")
  .addArgument(
    new Argument("[names...]", "the measurements to take, all without a name").choices(Object.keys(benches)),
  )
  .option("--quick", "three pages of lighthouse in one round")
  .option("--rounds <n>", "rounds of lighthouse")
  .option("--write", "write the results to docs/performance.md, and those that the site shows to cms/content")
  .action(runMeasurements);

await runCommand(command);
