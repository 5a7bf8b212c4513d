import { TooManyAttempts } from "#functions/kernel/database/refusals.ts";

/**
 * Limits the memory that files take in an isolate. Returns a function that runs work while fewer than `count` are under
 * way.
 * @returns a function that throws TooManyAttempts without a free slot
 */
export function createSlots(count: number) {
  let usedCount = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (usedCount >= count) throw new TooManyAttempts(5);
    usedCount += 1;
    try {
      return await work();
    } finally {
      usedCount -= 1;
    }
  };
}
