import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openLog } from "#local/processes/log.ts";
import { findFreePorts, isFree } from "#local/processes/ports.ts";
import { startService } from "#local/processes/service.ts";
import { startOnFreePort } from "../../support/free-port.ts";
import { isRunning } from "../../support/lives.ts";
import { createTestFolder } from "../../support/test-folder.ts";

const directory = createTestFolder();

/** The source of a server that returns its process id, and the id of a process that it started. */
const server = `
  import { createServer } from "node:http";
  import { spawn } from "node:child_process";
  const inner = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
  createServer((_, response) => response.end(JSON.stringify([process.pid, inner.pid]))).listen(
    Number(process.env.TEST_PORT), "127.0.0.1", () => console.log("listening"));
`;

const startExample = () => startOnFreePort(startExampleOn);
async function startExampleOn(port: number) {
  const file = join(directory, `${port}.mjs`);
  const logFile = join(directory, `${port}.txt`);
  await writeFile(file, server);
  const log = openLog(logFile);
  const outputLines: string[] = [];
  const options = { name: "example", args: [file], port, healthPath: "/", env: { TEST_PORT: String(port) } };
  const running = await startService(options, log, (line) => outputLines.push(line));
  const pids = async () => (await (await fetch(`http://127.0.0.1:${port}`)).json()) as [number, number];
  return { running, options, port, said: outputLines, pids, log, logFile };
}

test("stopping a service ends its process and the processes that it started", async () => {
  const { running, port, pids, log, logFile } = await startExample();
  const startedPids = await pids();
  await running.stop();
  await log.close();
  await expect.poll(() => startedPids.filter(isRunning)).toEqual([]);
  expect(await isFree(port)).toBe(true);
  expect(await readFile(logFile, "utf8")).toMatch(/^\S+ \[example\] listening$/m);
});

test("the log omits successful health checks, and has every other answer", async () => {
  const file = join(directory, "talkative.mjs");
  const logFile = join(directory, "talkative.txt");
  const createSource = (port: number) => `
    import { createServer } from "node:http";
    let status = 503;
    createServer(({ url }, response) => {
      console.log("[info] GET " + url + " " + status + " (1ms)");
      response.writeHead(status).end();
      status = 200;
    }).listen(${port}, "127.0.0.1");`;
  const log = openLog(logFile);
  const { running, port } = await startOnFreePort(async (port) => {
    await writeFile(file, createSource(port));
    const options = { name: "talkative", args: [file], port, healthPath: "/well" };
    return { running: await startService(options, log, () => {}), port };
  });
  await fetch(`http://127.0.0.1:${port}/well`);
  await fetch(`http://127.0.0.1:${port}/other`);
  await expect.poll(() => readFile(logFile, "utf8")).toContain("GET /other 200");
  await running.stop();
  await log.close();
  const lines = (await readFile(logFile, "utf8")).trim().split("\n");
  expect(lines.map((line) => line.replace(/^\S+ /, ""))).toEqual([
    "[talkative] [info] GET /well 503 (1ms)",
    "[talkative] [info] GET /other 200 (1ms)",
  ]);
});

describe("a service that dies", () => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }),
  );
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  const restartDelayMs = 10_000;

  test("is announced in one sentence and restarted after 10 s", async () => {
    const { running, said: outputLines, pids, log } = await startExample();
    const [pid, inner] = await pids();
    const timers = vi.spyOn(globalThis, "setTimeout");
    process.kill(pid, "SIGKILL");
    await expect.poll(() => outputLines).toHaveLength(1);
    expect(outputLines[0]).toBe(
      "example stopped (SIGKILL); it is started again in 10 s, the others keep serving.",
    );
    expect(timers.mock.calls.map(([, delayMs]) => delayMs)).toContain(restartDelayMs);
    await vi.advanceTimersByTimeAsync(restartDelayMs);
    await expect.poll(() => outputLines.at(-1)).toBe("example is back.");
    expect(await pids()).not.toContain(pid);
    expect(isRunning(inner)).toBe(false);
    await running.stop();
    await log.close();
  });

  test("is restarted once more if the system refuses to start it, and nothing else ends", async () => {
    const { running, options, said: outputLines, pids, log } = await startExample();
    const [pid] = await pids();
    // The system rejects this argument at once, as it rejects a program that is being written.
    options.args.push("\0");
    process.kill(pid, "SIGKILL");
    await expect.poll(() => outputLines).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(restartDelayMs);
    const refusedMessage = "example did not come back; it is started again in 10 s, the others keep serving.";
    await expect.poll(() => outputLines.at(-1)).toBe(refusedMessage);
    options.args.pop();
    await vi.advanceTimersByTimeAsync(restartDelayMs);
    await expect.poll(() => outputLines.at(-1)).toBe("example is back.");
    await running.stop();
    await log.close();
  });
});

async function expectFailure(errorOutput: string, reportedLine: string) {
  const [port = 0] = await findFreePorts(1);
  const file = join(directory, "broken.mjs");
  await writeFile(file, `process.stderr.write(${JSON.stringify(errorOutput)}); process.exit(1);`);
  const log = openLog(join(directory, "broken.txt"));
  const options = { name: "broken", args: [file], port, healthPath: "/" };
  await expect(startService(options, log, () => {})).rejects.toThrow(
    `broken did not start on port ${port}: ${reportedLine}`,
  );
  await log.close();
}

test("a service that ends at once is reported with its last line", () =>
  expectFailure("Reading the folder.\nThe folder is missing.\n", "The folder is missing."));

test("a service that prints more lines after its error is reported with that error", () =>
  expectFailure(
    "[ERROR] Address already in use.\n\nLogs were written.\n",
    "[ERROR] Address already in use.",
  ));

test("free ports are outside the range that the system uses for outgoing connections", async () => {
  const ports = await findFreePorts(50);
  expect(new Set(ports).size).toBe(50);
  expect(ports.filter((port) => port < 1_024 || port > 32_767)).toEqual([]);
});

test("a service that cannot start is reported with the reason of the system", async () => {
  const [port = 0] = await findFreePorts(1);
  const log = openLog(join(directory, "nowhere.txt"));
  const options = { name: "nowhere", args: [], cwd: join(directory, "nowhere"), port, healthPath: "/" };
  await expect(startService(options, log, () => {})).rejects.toThrow(
    /^nowhere did not start on port \d+: spawn/,
  );
  await log.close();
});
