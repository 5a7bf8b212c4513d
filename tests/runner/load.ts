import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** Runs `work` while other threads keep every core busy, as on a shared machine. */
export async function runUnderLoad<T>(work: () => Promise<T>): Promise<T> {
  const workers = Array.from(
    { length: availableParallelism() },
    () => new Worker("for (;;) Math.sqrt(Math.random());", { eval: true }),
  );
  try {
    return await work();
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
