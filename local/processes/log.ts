import { createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** A file that several processes write to, line by line, each under its name. */
export type Log = {
  write(name: string, line: string): void;
  /** Writes what comes, without the lines that are `routine`. */
  follow(name: string, stream: Readable, routine?: (line: string) => boolean): void;
  close(): Promise<void>;
};

/** Opens the log `file` anew. */
export function openLog(file: string): Log {
  const out = createWriteStream(file);
  // A full disk must not end the processes that are logged.
  out.on("error", ({ message }) => void process.stderr.write(`The log cannot be written: ${message}\n`));
  const write = (name: string, line: string) => {
    if (out.writable) out.write(`${new Date().toISOString()} [${name}] ${line}\n`);
  };
  return {
    write,
    follow(name, stream, routine = () => false) {
      createInterface({ input: stream }).on("line", (line) => {
        if (!routine(line)) write(name, line);
      });
    },
    close: () => new Promise((resolve) => out.end(() => resolve())),
  };
}
