/** A line of the log, with the time at which it was written (ISO 8601). */
export type LogLine = { time: string } & Record<string, unknown>;

let secondReader: ((line: LogLine) => void) | undefined;

/** Passes every further line of this isolate to a second reader, the log sink. */
export function setSecondReader(reader: (line: LogLine) => void): void {
  secondReader = reader;
}

/**
 * Writes one structured line to the edge's log and to the log sink (`secondReader`), if there is one. The fields must
 * contain no personal data.
 */
export function logLine(fields: Record<string, unknown>): void {
  const line = { time: new Date().toISOString(), ...fields };
  secondReader?.(line);
  // biome-ignore lint/suspicious/noConsole: the console is the edge's own log
  console.log(JSON.stringify(line));
}

/** Describes a fault for the log: its stack and SQLSTATE, without the row values in the details of a database error. */
export function describeFault(fault: unknown): Record<string, unknown> {
  if (!(fault instanceof Error)) return { fault: String(fault) };
  const sqlstate = findSqlstate(fault) ?? findSqlstate(fault.cause);
  return {
    fault: fault.stack ?? `${fault.name}: ${fault.message}`,
    ...(sqlstate && { sqlstate }),
    ...(fault.cause instanceof Error && { cause: fault.cause.stack ?? fault.cause.message }),
  };
}

/** Returns the SQLSTATE of a database error. Other errors have a code, too, such as the refusals of the edge. */
function findSqlstate(fault: unknown): string | undefined {
  const code = fault instanceof Error && "code" in fault ? fault.code : undefined;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}
