/** One line to the person at the terminal. */
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
