/** Time limit of one KV call, in milliseconds. Visitors and mails wait for these calls. */
const timeoutMs = 1_000;

/** Returns the result of a KV call. @throws Error after the time limit */
export async function awaitKv<T>(call: Promise<T>): Promise<T> {
  let timer: number | null = null;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`KV did not answer within ${timeoutMs} ms`)), timeoutMs);
  });
  return Promise.race([call, deadline]).finally(() => clearTimeout(timer));
}
