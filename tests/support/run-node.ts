import { execFile } from "node:child_process";
import { join } from "node:path";

// Without a cache, each start of a command strips and compiles its modules again.
const compileCache = join(process.cwd(), "node_modules/.cache/vitrina-tests/compiled");

/** Runs Node with these arguments; returns its exit code and its output, trimmed. Variables add to the environment. */
export const runNode = (
  args: string[],
  variables: Record<string, string> = {},
  cwd = process.cwd(),
): Promise<{ code: number; stdout: string; stderr: string; output: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, NODE_COMPILE_CACHE: compileCache, ...variables };
    execFile(process.execPath, args, { cwd, env }, (error, stdout, stderr) => {
      const code = error ? Number(error.code ?? 1) : 0;
      resolve({ code, stdout, stderr, output: (stdout + stderr).trim() });
    });
  });
