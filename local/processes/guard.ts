// Runs a program that knows nothing of us so that it ends with us: `node guard.ts PROGRAM [arguments]`.
// The program shares this process's group; when the pipe on standard input ends, the whole group is ended.
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
  // What the program started itself may outlive it; the group, this process included, does not.
  process.kill(-process.pid, "SIGKILL");
});
