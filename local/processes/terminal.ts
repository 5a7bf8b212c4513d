/** Prints a line at the terminal. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** What went wrong, as one sentence that says what to do where that is known. */
export function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC") return "The disk is full: free about 2 GB and run the command again.";
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return `${path ?? "A file"} cannot be written: give yourself that right, or set LOCAL_STATE to another folder.`;
  // The embedded database says no more, whatever it was.
  if (error.message.startsWith("Aborted("))
    return "The embedded database cannot go on, most likely because the disk is full: free about 2 GB and run the command again.";
  return error.message;
}

/** Reports progress while several services start. */
export type Progress = {
  /** Prints a line. */
  say(line: string): void;
  /** Something has come to this step. */
  at(what: string, step: string): void;
  /** It is no longer waited for. */
  done(what: string): void;
  close(): void;
};

const silence = 10_000;

/** Prints a line after 10 s without one, as long as something is waited for: what that is, and what it is at. */
export function openProgress(print: (line: string) => void): Progress {
  const began = Date.now();
  const steps = new Map<string, string>();
  let spoke = began;
  const say = (line: string) => {
    spoke = Date.now();
    print(line);
  };
  const look = setInterval(() => {
    if (steps.size === 0 || Date.now() - spoke < silence) return;
    const waitedFor = [...steps].map(([what, step]) => `${what}, ${step}`).join(" · ");
    say(`  ${Math.round((Date.now() - began) / 1000)} s: ${waitedFor} …`);
  }, 1_000);
  look.unref();
  return {
    say,
    at: (what, step) => void steps.set(what, step),
    done: (what) => void steps.delete(what),
    close: () => clearInterval(look),
  };
}
