// `npm run bench`: the figures that the README quotes, as tables; `npm run bench -- NAME …` only those of that name. On another
// machine read them as ratios.
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createCommand, runCommand } from "#local/commands/cli.ts";
import { say } from "#local/processes/terminal.ts";
import { type BenchName, benches, listBenches, toNames } from "./benches.ts";

/** A server for the measurements that need one, started with the first of them: a million rows are nothing for the embedded database. */
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

/** Takes each measurement in a process of its own: none finds what another has left in memory. */
async function runBenches({ names, options }: { names: BenchName[]; options: string[] }): Promise<void> {
  const server = await openServer();
  try {
    for (const name of names) {
      say(`${name}: ${benches[name].says}; load ${loadavg()[0]?.toFixed(1)}`);
      const postgres = "postgres" in benches[name] ? { LOCAL_POSTGRES_URL: server.url() } : {};
      execFileSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...options], {
        env: { ...process.env, ...postgres },
        stdio: "inherit",
      });
    }
  } finally {
    await server.close();
  }
}

const command = createCommand("npm run bench", "Takes the measurements that the documents quote.")
  .argument("[names...]", `the measurements to take, all without a name:\n${listBenches().join("\n")}`)
  .option("--quick", "fewer pages or moments, for lighthouse, taps and navigation")
  .option("--rounds <n>", "rounds of lighthouse")
  .action((names: string[], { quick, rounds }: { quick?: true; rounds?: string }) =>
    runBenches({
      names: toNames(names),
      options: [quick ? ["--quick"] : [], rounds ? [`--rounds=${rounds}`] : []].flat(),
    }),
  );

await runCommand(command);
