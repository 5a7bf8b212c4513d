/** How long a request may wait for work, and how that work outlives the answer. */
export type RequestLifetime = {
  /** Keeps the isolate running until the work ends, even after the answer. */
  waitUntil(work: Promise<unknown>): void;
  /** The time at which the request has to be answered, in milliseconds since 1970. */
  answerBy: number;
  /** The unanswered query of this request to the CMS. */
  refresh?: Promise<void> | undefined;
  /** Whether the request can only fail until the CMS answers. */
  hasNoFallback?: boolean;
};

/** Registers work and waits for it until the request has to be answered. */
export async function waitFor(
  { waitUntil, answerBy }: RequestLifetime,
  work: Promise<unknown>,
): Promise<void> {
  // `work` reports its own failure.
  const settledWork = work.catch(() => {});
  waitUntil(settledWork);
  let timer: number | null = null;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, answerBy - Date.now()));
  });
  await Promise.race([settledWork, timeout]);
  clearTimeout(timer);
}
