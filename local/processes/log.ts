import { createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { followLines } from "./lines.ts";

/** A log file of several processes. Each line has the name of its process. */
export type Log = ReturnType<typeof openLog>;

/** Creates the log `file`, and empties an existing one. */
export function openLog(file: string) {
  const out = createWriteStream(file);
  // A full disk must not end the logged processes.
  out.on("error", ({ message }) => void process.stderr.write(`The log cannot be written: ${message}\n`));
  const write = (name: string, line: string) => {
    if (out.writable) out.write(`${new Date().toISOString()} [${name}] ${line}\n`);
  };
  return {
    write,
    /** Writes the lines of a stream, except those that `isRoutine` accepts. */
    follow(name: string, stream: Readable, isRoutine: (line: string) => boolean = () => false): void {
      followLines(stream, (line) => {
        if (!isRoutine(line)) write(name, line);
      });
    },
    close: () => new Promise<void>((resolve) => out.end(() => resolve())),
  };
}
