import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isRunning } from "../../support/lives.ts";
import { createTestFolder } from "../../support/test-folder.ts";

const lifeline = fileURLToPath(new URL("../../../local/processes/lifeline.ts", import.meta.url));
const guard = fileURLToPath(new URL("../../../local/processes/guard.ts", import.meta.url));

const directory = createTestFolder();

const read = (file: string) => readFile(file, "utf8").catch(() => "");

/** Starts a process that starts a service like `npm start` does, and reads its output. */
async function startParent(...args: string[]): Promise<{ pid: number; service: number }> {
  const file = join(directory, "parent.mjs");
  await writeFile(
    file,
    `import { spawn } from "node:child_process";
    const child = spawn(process.execPath, process.argv.slice(2), {
      detached: true, env: { ...process.env, LIFELINE: "stdin" }, stdio: ["pipe", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.resume();
    console.log(child.pid);`,
  );
  const parent = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const service = await new Promise<number>((resolve) =>
    parent.stdout.once("data", (line) => resolve(Number(line))),
  );
  return { pid: parent.pid ?? 0, service };
}

test("a service whose parent was killed closes its resources, although its output has no reader", async () => {
  const [file, startedFile, endedFile] = ["service.mjs", "began", "ended"].map((name) =>
    join(directory, name),
  );
  await writeFile(
    file ?? "",
    `import { writeFileSync } from "node:fs";
    import { setTimeout } from "node:timers/promises";
    import { endWithParent } from ${JSON.stringify(lifeline)};
    endWithParent(async () => {
      for (let line = 0; line < 20; line++) {
        console.log("closing");
        console.error("closing");
        await setTimeout(10);
      }
      writeFileSync(${JSON.stringify(endedFile)}, "ended");
    });
    writeFileSync(${JSON.stringify(startedFile)}, "began");`,
  );
  const { pid, service } = await startParent(file ?? "");
  await expect.poll(() => read(startedFile ?? "")).toBe("began");
  process.kill(pid, "SIGKILL");
  await expect.poll(() => isRunning(service)).toBe(false);
  expect(await read(endedFile ?? "")).toBe("ended");
});

test("processes of a guarded program end with it, even if it ends because its parent was killed", async () => {
  const [file, pids] = ["program.mjs", "pids"].map((name) => join(directory, name));
  await writeFile(
    file ?? "",
    `import { spawn } from "node:child_process";
    import { writeFileSync } from "node:fs";
    const inner = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    // Without a reader, the next line ends the program.
    setInterval(() => console.log("working"), 10);
    writeFileSync(${JSON.stringify(pids)}, JSON.stringify([process.pid, inner.pid]));`,
  );
  const { pid, service } = await startParent(guard, process.execPath, file ?? "");
  await expect.poll(() => read(pids ?? "")).toMatch(/]$/);
  const [program = 0, inner = 0] = JSON.parse(await read(pids ?? "")) as number[];
  // The guard, which would end the program, is suspended.
  process.kill(service, "SIGSTOP");
  process.kill(pid, "SIGKILL");
  await expect.poll(() => isRunning(program)).toBe(false);
  process.kill(service, "SIGCONT");
  await expect.poll(() => [service, inner].filter(isRunning)).toEqual([]);
});
