import { setTimeout as sleep } from "node:timers/promises";
import { fetchDirectly } from "#functions/kernel/http/fetch-directly.ts";

/**
 * The address of a webhook, its signing secret, and its retry delays in milliseconds. A delivery that fails after the
 * last delay is given up.
 */
export type WebhookOptions = { url: string; secret: string; retryDelaysMs?: number[] };

/** Returns the headers of an attempt, signed with the current time. */
type SignFn = () => Record<string, string> | Promise<Record<string, string>>;

const timeoutMs = 30_000;

/** Sends the webhooks of a stand-in in the background. Retries a rejected one after each delay, then gives it up. */
export function openDeliveries({ url, retryDelaysMs = [1_000, 5_000] }: WebhookOptions) {
  const cancellation = new AbortController();
  const deliveries = new Set<Promise<void>>();

  async function deliver(subject: string, body: string, sign: SignFn): Promise<void> {
    for (const delayMs of [0, ...retryDelaysMs]) {
      await sleep(delayMs, undefined, { signal: cancellation.signal });
      const headers = { "Content-Type": "application/json", ...(await sign()) };
      const signal = AbortSignal.any([cancellation.signal, AbortSignal.timeout(timeoutMs)]);
      const response = await fetchDirectly(url, { method: "POST", headers, body, signal }).catch(() => null);
      await response?.body?.cancel();
      if (response?.ok) return;
    }
    process.stderr.write(`The webhook of ${subject} was given up: ${url} did not accept it.\n`);
  }

  return {
    /** Sends a webhook about `subject`, without waiting for it. */
    send(subject: string, body: string, sign: SignFn): void {
      const delivery = deliver(subject, body, sign).catch(() => {});
      deliveries.add(delivery);
      void delivery.then(() => deliveries.delete(delivery));
    },
    async close(): Promise<void> {
      cancellation.abort();
      await Promise.all(deliveries);
    },
  };
}
