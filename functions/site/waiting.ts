/** Waits for work, at most that long. The work continues after that; its failure is ignored here. */
async function within(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: number | null = null;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, milliseconds));
  });
  await Promise.race([work.catch(() => {}), timeout]);
  clearTimeout(timer);
}

/** How long a request waits for work that may outlive it: until a time in milliseconds since 1970. */
export type Waiting = {
  waitUntil(work: Promise<unknown>): void;
  until: number;
  /** The query to the CMS that this request has sent, while it has no answer. */
  refresh?: Promise<void> | undefined;
  /** True if the request has nothing to show before the CMS answers. */
  insists?: boolean;
};

/** Starts work, and waits for it until the request has to be answered. */
export async function waitFor({ waitUntil, until }: Waiting, work: Promise<unknown>): Promise<void> {
  waitUntil(work.catch(() => {}));
  await within(work, until - Date.now());
}
