// Runs a command whose dependencies are installed: node local/commands/run.mjs ENTRY [arguments]. Otherwise, or on a
// Node that cannot read TypeScript, it prints the missing requirement in one sentence.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const [program, , entry = "", ...rest] = process.argv;
const [major, minor] = process.versions.node.split(".").map(Number);

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

if (!existsSync(join(root, "node_modules", ".package-lock.json"))) {
  fail("The dependencies are not installed: run npm ci, then this again.");
}
if (major < 22 || (major === 22 && minor < 18)) {
  fail(
    `Node 22.18 or later is needed here and this is ${process.version}: install a newer one from nodejs.org.`,
  );
}
if (root.includes("'")) {
  fail(`The build does not work in a folder with an apostrophe in its name: move ${root} to another.`);
}
// If npm itself is killed, its children have no reader for their output, so the command ends too.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.kill(process.pid, "SIGTERM"), 1_000).unref();
}
const file = join(root, entry);
process.argv = [program, file, ...rest];
try {
  await import(pathToFileURL(file));
} catch (error) {
  const [, missing] = /^Cannot find package '(.+?)'/.exec(error.message) ?? [];
  if (!missing) throw error;
  fail(`${missing} is not installed, because the dependencies are older than the lockfile: run npm ci.`);
}
