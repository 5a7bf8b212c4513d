/** Waits for work for that many milliseconds at most; it goes on whatever happens, and a failure is its own affair. */
async function within(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, milliseconds));
  });
  await Promise.race([work.catch(() => {}), timeout]);
  clearTimeout(timer);
}

/** What a request waits for: work that may outlive it, until a moment (milliseconds since 1970). */
export type Waiting = {
  waitUntil(work: Promise<unknown>): void;
  until: number;
  /** The question to the CMS that this request has asked. */
  asked?: Promise<void>;
  /** Whether there is nothing to show before the CMS has answered. */
  insists?: boolean;
};

/** Starts work, and waits for it until the request has to be answered. */
export async function waitFor({ waitUntil, until }: Waiting, work: Promise<unknown>): Promise<void> {
  waitUntil(work.catch(() => {}));
  await within(work, until - Date.now());
}
