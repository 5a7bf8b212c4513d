import { appendFile, readFile, truncate, writeFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";

const lineFeed = 0x0a;

/**
 * Splits text that arrives in chunks into lines, at line feeds only. Node's `readline` also splits at U+2028 and U+2029,
 * which JSON and people's texts contain.
 */
function createLineSplitter() {
  const decoder = new StringDecoder("utf8");
  let partialLine = "";
  const split = (text: string): string[] => {
    const lines = (partialLine + text).split("\n");
    partialLine = lines.pop() ?? "";
    return lines;
  };
  return {
    /** Returns the lines that a chunk completes. */
    add: (chunk: Uint8Array | string) =>
      split(typeof chunk === "string" ? chunk : decoder.write(Buffer.from(chunk))),
    /** Returns the last line, unless the text ended with a line feed. */
    end(): string[] {
      const lines = split(decoder.end());
      return partialLine === "" ? lines : [...lines, partialLine];
    },
  };
}

/** Calls `onLine` with each line of a stream, such as the output of a process. */
export function followLines(stream: Readable, onLine: (line: string) => void): void {
  const splitter = createLineSplitter();
  stream.on("data", (chunk) => splitter.add(chunk).forEach(onLine));
  stream.on("end", () => splitter.end().forEach(onLine));
}

/** Yields the lines of a stream. */
export async function* readLines(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const splitter = createLineSplitter();
  for await (const chunk of stream) yield* splitter.add(chunk);
  yield* splitter.end();
}

/**
 * Reads a file with a line of JSON for each entry; a missing file has none. A process that was killed, or a power cut,
 * leaves a damaged last line, of which no client received an acknowledgement. That line is moved into a new
 * file beside `file`, and `warn` gets a sentence that names the new file.
 * @param wholeLines number of first lines of which a damaged one is an error, because no write can cut them short
 * @throws Error that names any other damaged line
 */
export async function readJsonLines(
  file: string,
  wholeLines = 0,
  warn = (sentence: string) => void process.stderr.write(`${sentence}\n`),
): Promise<unknown[]> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return Buffer.alloc(0);
    throw error;
  });
  const entries: unknown[] = [];
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    end = bytes.indexOf("\n", start) + 1 || bytes.length;
    try {
      entries.push(JSON.parse(bytes.toString("utf8", start, end)));
      if (bytes[end - 1] !== lineFeed) await appendFile(file, "\n");
    } catch (cause) {
      if (end < bytes.length || entries.length < wholeLines)
        throw new Error(`Line ${entries.length + 1} of ${file} is damaged.`, { cause });
      const damagedFile = `${file}.damaged-${new Date().toISOString().replace(/[:.]/g, "-")}`;
      await writeFile(damagedFile, bytes.subarray(start), { flag: "wx", mode: 0o600, flush: true });
      await truncate(file, start);
      warn(
        `The last line of ${file} was cut short, and is now in ${damagedFile}; all lines before it are kept.`,
      );
    }
  }
  return entries;
}
