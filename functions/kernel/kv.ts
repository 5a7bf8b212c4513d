/** Time limit of one KV call, in milliseconds. Visitors and mails wait for these calls. */
const timeout = 1_000;

/** Returns the result of a KV call. @throws Error after the time limit */
export async function inTime<T>(call: Promise<T>): Promise<T> {
  let timer: number | null = null;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`KV did not answer within ${timeout} ms`)), timeout);
  });
  return Promise.race([call, tooLate]).finally(() => clearTimeout(timer));
}
