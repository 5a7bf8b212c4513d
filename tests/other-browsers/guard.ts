import { fileURLToPath } from "node:url";

/**
 * The path of the guard, which runs another program. When the process that started it ends, even by a kill signal,
 * the guard ends the process group of that program.
 */
export const guard = fileURLToPath(new URL("../../local/processes/guard.ts", import.meta.url));

/** The environment of a guard whose standard input is a pipe of this process. */
export const guardedEnvironment = { ...process.env, LIFELINE: "stdin" };
