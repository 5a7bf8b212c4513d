import { fileURLToPath } from "node:url";

/** A program that runs another one. It ends its process group when the process that started it ends, even if that one is killed. */
export const guard = fileURLToPath(new URL("../../local/processes/guard.ts", import.meta.url));

/** The environment of a guard whose standard input is a pipe of this process. */
export const guardedEnvironment = { ...process.env, LIFELINE: "stdin" };
