/** Writes one structured line to the edge's log. Nothing personal belongs in it. */
export function logLine(fields: Record<string, unknown>): void {
  // biome-ignore lint/suspicious/noConsole: the console is the only log that the edge has
  console.log(JSON.stringify({ time: new Date().toISOString(), ...fields }));
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
