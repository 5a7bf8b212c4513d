// Runs a program that does not watch its parent, and ends it with the parent: `node guard.ts PROGRAM [arguments]`. The
// program shares this process's group, which ends when the pipe on standard input ends.
import { spawn } from "node:child_process";
import { endWithParent } from "./lifeline.ts";

const [program = "", ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"] });
const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
child.once("error", (error) => {
  process.stderr.write(`${program}: ${error.message}\n`);
  process.exit(1);
});
child.once("exit", (code) => process.exit(code ?? 1));

endWithParent(async () => {
  child.removeAllListeners("exit");
  child.kill("SIGTERM");
  const timeout = setTimeout(() => child.kill("SIGKILL"), 4_000);
  await closed;
  clearTimeout(timeout);
  // Processes that the program started may outlive it. This ends the whole group, with this process.
  process.kill(-process.pid, "SIGKILL");
});
