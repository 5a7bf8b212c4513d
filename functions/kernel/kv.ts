import type { KVNamespace } from "@cloudflare/workers-types";
import * as v from "valibot";

/** Time limit of one KV call, in milliseconds. Visitors and mails wait for these calls. */
const timeoutMs = 1_000;

/** Returns the result of a KV call, which has no time limit of its own. @throws Error after `timeoutMs` */
export async function awaitKv<T>(call: Promise<T>): Promise<T> {
  let timer: number | null = null;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`KV did not answer within ${timeoutMs} ms`)), timeoutMs);
  });
  return Promise.race([call, deadline]).finally(() => clearTimeout(timer));
}

/**
 * Returns functions that read and store the JSON value of a KV key, which outlives requests and isolates. A read
 * returns `empty` if nothing is stored, or if another release wrote a value of another shape.
 */
export const openKvRecord = <Value>(key: string, schema: v.GenericSchema<unknown, Value>, empty: Value) => ({
  /** @throws Error when KV does not answer */
  read: async (kv: KVNamespace): Promise<Value> => {
    const parsed = v.safeParse(schema, await awaitKv(kv.get(key, "json")));
    return parsed.success ? parsed.output : empty;
  },
  /** @throws Error when KV does not accept the value */
  store: (kv: KVNamespace, value: Value): Promise<void> => awaitKv(kv.put(key, JSON.stringify(value))),
});
