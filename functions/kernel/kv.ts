/** How long one call of KV may take, in milliseconds: a visitor waits for it, and so do the mails. */
const timeout = 1_000;

/** The answer of a call of KV. @throws Error when there is none in time */
export async function inTime<T>(call: Promise<T>): Promise<T> {
  let timer: number | null = null;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`KV did not answer within ${timeout} ms`)), timeout);
  });
  return Promise.race([call, tooLate]).finally(() => clearTimeout(timer));
}
