/** What a program that `run` has started tells it: what it is at, or why it could not be done. */
export type Report = { step: string } | { failure: string };

/** Tells it. */
export function report(what: Report): void {
  process.send?.(what);
}
