/** The time limit of a request for work that may outlive it; `until` is in milliseconds since 1970. */
export type Waiting = {
  waitUntil(work: Promise<unknown>): void;
  until: number;
  /** The unanswered query of this request to the CMS. */
  refresh?: Promise<void> | undefined;
  /** Whether the request has nothing to show before the CMS answers. */
  insists?: boolean;
};

/** Registers work and waits for it until the request has to be answered. Its failure is ignored here. */
export async function waitFor({ waitUntil, until }: Waiting, work: Promise<unknown>): Promise<void> {
  const settledWork = work.catch(() => {});
  waitUntil(settledWork);
  let timer: number | null = null;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, until - Date.now()));
  });
  await Promise.race([settledWork, timeout]);
  clearTimeout(timer);
}
