import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readChunks } from "#functions/kernel/http/body.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a body that arrives byte by byte, one every 500 ms. */
function createTrickle(bytes: number) {
  const state = { isCancelled: false };
  let sentBytes = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (sentBytes === bytes) return controller.close();
      await new Promise((resolve) => setTimeout(resolve, 500));
      sentBytes += 1;
      controller.enqueue(new Uint8Array([sentBytes]));
    },
    cancel: () => void Object.assign(state, { isCancelled: true }),
  });
  return { body, state };
}

async function readPieces(body: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readChunks(body)) pieces.push(piece);
  return pieces;
}

test("accepts a body that arrives within ten seconds, and clears its timer", async () => {
  const { body } = createTrickle(19);
  const pieces = readPieces(body);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(await pieces).toHaveLength(19);
  expect(vi.getTimerCount()).toBe(0);
});

test("gives up a body that still trickles after ten seconds, and cancels it", async () => {
  const { body, state } = createTrickle(60);
  let isSettled = false;
  const pieces = readPieces(body).finally(() => {
    isSettled = true;
  });
  const rejection = expect(pieces).rejects.toMatchObject({ code: "request_timeout" });
  await vi.advanceTimersByTimeAsync(9_999);
  expect(isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await rejection;
  expect(state.isCancelled).toBe(true);
});
