import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { Ask } from "./questions.ts";

/** Asks at the terminal, without showing what is typed where it is a secret; null where there is no terminal. */
export function askAtTerminal(): Ask {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
  return async ({ name, asks, isSecret }) => {
    process.stdout.write(`${asks}\n${name}: `);
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const terminal = createInterface({
      input: process.stdin,
      output: isSecret ? silent : process.stdout,
      terminal: true,
    });
    // Ctrl-C, which the terminal hands on as a sign: what was answered before is kept.
    terminal.on("SIGINT", () => process.exit(130));
    try {
      return await terminal.question("");
    } finally {
      terminal.close();
      if (isSecret) process.stdout.write("\n");
    }
  };
}
