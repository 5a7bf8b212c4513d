import { setTimeout as sleep } from "node:timers/promises";

/**
 * The address of a webhook, its signing secret, and its retry delays in milliseconds. After the last delay it is given
 * up.
 */
export type WebhookOptions = { url: string; secret: string; retryDelaysMs?: number[] };

type WebhookHeaders = Record<string, string>;

const timeoutMs = 30_000;

/** Sends webhooks in the background, and again after each delay until the receiver accepts them. */
export function openDeliveries({ url, retryDelaysMs = [1_000, 5_000] }: WebhookOptions) {
  const cancellation = new AbortController();
  const deliveries = new Set<Promise<void>>();

  async function post(body: string, headers: WebhookHeaders): Promise<boolean> {
    const signal = AbortSignal.any([cancellation.signal, AbortSignal.timeout(timeoutMs)]);
    const allHeaders = { "Content-Type": "application/json", ...headers };
    const response = await fetch(url, { method: "POST", headers: allHeaders, body, signal }).catch(
      () => null,
    );
    await response?.body?.cancel();
    return response?.ok ?? false;
  }

  async function deliver(
    subject: string,
    body: string,
    sign: () => WebhookHeaders | Promise<WebhookHeaders>,
  ) {
    for (const delayMs of [0, ...retryDelaysMs]) {
      await sleep(delayMs, undefined, { signal: cancellation.signal });
      if (await post(body, await sign())) return;
    }
    process.stderr.write(`The webhook of ${subject} was given up: ${url} did not accept it.\n`);
  }

  return {
    /** Sends a webhook about `subject` without waiting for it; `sign` returns the headers of each attempt. */
    send(subject: string, body: string, sign: () => WebhookHeaders | Promise<WebhookHeaders>): void {
      const delivery = deliver(subject, body, sign).catch(() => {});
      deliveries.add(delivery);
      delivery.then(() => deliveries.delete(delivery));
    },
    async close(): Promise<void> {
      cancellation.abort();
      await Promise.all(deliveries);
    },
  };
}
