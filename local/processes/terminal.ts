/** Prints a line at the terminal. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Describes an error as one sentence, with the remedy if it is known. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC") return "The disk is full: free about 2 GB and run the command again.";
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return `${path ?? "A file"} cannot be written: change its permissions, or set LOCAL_STATE to another folder.`;
  // The embedded database gives no other message, whatever the cause.
  if (error.message.startsWith("Aborted("))
    return "The embedded database stopped, most likely because the disk is full: free about 2 GB and run the command again.";
  return error.message;
}

/** Reports progress while several services start. */
export type Progress = ReturnType<typeof openProgress>;

const silenceMs = 10_000;

/** Prints the running tasks and their steps after 10 s without output, so that slow work does not look stuck. */
export function openProgress(print: (line: string) => void) {
  const startedAt = Date.now();
  const steps = new Map<string, string>();
  let lastPrintedAt = startedAt;
  const say = (line: string) => {
    lastPrintedAt = Date.now();
    print(line);
  };
  const timer = setInterval(() => {
    if (steps.size === 0 || Date.now() - lastPrintedAt < silenceMs) return;
    const runningTasks = [...steps].map(([task, step]) => `${task}, ${step}`).join(" · ");
    say(`  ${Math.round((Date.now() - startedAt) / 1000)} s: ${runningTasks} …`);
  }, 1_000);
  timer.unref();
  return {
    /** Prints a line. */
    say,
    /** Records the current step of a task. */
    at: (task: string, step: string) => void steps.set(task, step),
    /** Records the end of a task. */
    done: (task: string) => void steps.delete(task),
    close: () => clearInterval(timer),
  };
}
