/** A line of the log: when it was written (ISO 8601), and what it says. */
export type LogLine = { time: string } & Record<string, unknown>;

let also: ((line: LogLine) => void) | undefined;

/** Hands every line from now on to someone else as well, of this isolate. */
export function alsoLogTo(reader: (line: LogLine) => void): void {
  also = reader;
}

/** Writes one structured line to the edge's log. Nothing personal belongs in it. */
export function logLine(fields: Record<string, unknown>): void {
  const line = { time: new Date().toISOString(), ...fields };
  also?.(line);
  // biome-ignore lint/suspicious/noConsole: the console is the log that the edge has by itself
  console.log(JSON.stringify(line));
}

/** A fault for the log: where it happened, without the row values that a database puts in its details. */
export function describeFault(fault: unknown): Record<string, unknown> {
  if (!(fault instanceof Error)) return { fault: String(fault) };
  const code = "code" in fault && typeof fault.code === "string" ? fault.code : undefined;
  return {
    fault: fault.stack ?? `${fault.name}: ${fault.message}`,
    ...(code && { sqlstate: code }),
    ...(fault.cause instanceof Error && { cause: fault.cause.stack ?? fault.cause.message }),
  };
}
