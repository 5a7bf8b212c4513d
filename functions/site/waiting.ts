/** Waits for work, at most `milliseconds`. The work continues after that; its failure is ignored here. */
async function waitAtMost(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: number | null = null;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, milliseconds));
  });
  await Promise.race([work.catch(() => {}), timeout]);
  clearTimeout(timer);
}

/** The time limit of a request for work that may outlive it; `until` is in milliseconds since 1970. */
export type Waiting = {
  waitUntil(work: Promise<unknown>): void;
  until: number;
  /** The unanswered query of this request to the CMS. */
  refresh?: Promise<void> | undefined;
  /** Whether the request has nothing to show before the CMS answers. */
  insists?: boolean;
};

/** Registers work and waits for it until the request has to be answered. */
export async function waitFor({ waitUntil, until }: Waiting, work: Promise<unknown>): Promise<void> {
  waitUntil(work.catch(() => {}));
  await waitAtMost(work, until - Date.now());
}
