/**
 * Runs `close` once and exits, on SIGINT, on SIGTERM or, for a process with a pipe as standard input, when that pipe
 * ends. So no service outlives the process that started it, even a killed one.
 */
export function endWithParent(close: () => Promise<void>): void {
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    await close();
    process.exit(0);
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
  if (process.env.LIFELINE === "stdin") {
    // A killed parent no longer reads. A write error must not end this process before it has closed everything.
    for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
    process.stdin.on("end", end).on("error", end).resume();
  }
}
