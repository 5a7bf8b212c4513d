import { bodyTimeout } from "#functions/contract/body-limit.ts";
import { Problem } from "./problem.ts";

/**
 * A body in the pieces in which it arrives, all of them within `bodyTimeout`: one that trickles would hold its request for ever.
 * @throws Problem request_timeout
 */
export async function* timely(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Problem("request_timeout")), bodyTimeout);
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late.promise]);
      if (done) return;
      yield value;
    }
  } finally {
    clearTimeout(timer);
    // Of a body that is whole there is nothing left to cancel; of another one no more is wanted.
    reader.cancel().catch(() => {});
  }
}
