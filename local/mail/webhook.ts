import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import type { Message } from "./mailbox.ts";

/**
 * Where the webhook goes, what it is signed with (`whsec_…`), and the pauses after failed tries. The webhook is given up after the last
 * one.
 */
export type WebhookOptions = { url: string; secret: string; retryDelaysMs?: number[] };

const retryDelaysMs = [1_000, 5_000];
const timeout = 30_000;

/** What becomes of a mail, by its reader: Resend's own addresses for trying it out (`bounced+label@resend.dev`). */
function eventOf(reader: string): string {
  const [, fate = "delivered"] =
    /\b(bounced|complained|suppressed)(?:\+[^@]*)?@resend\.dev/i.exec(reader) ?? [];
  return `email.${fate.toLowerCase()}`;
}

/** Tells an address what became of each mail, as Resend does by Svix: once, and again twice where that failed. */
export function openMailWebhook({ url, secret, retryDelaysMs: delaysMs = retryDelaysMs }: WebhookOptions) {
  const signer = new Webhook(secret);
  const ending = new AbortController();
  const deliveries = new Set<Promise<void>>();

  async function post(id: string, body: string): Promise<boolean> {
    const now = new Date();
    const headers = {
      "Content-Type": "application/json",
      "svix-id": id,
      "svix-timestamp": String(Math.floor(now.getTime() / 1000)),
      "svix-signature": signer.sign(id, now, body),
    };
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(timeout)]);
    const response = await fetch(url, { method: "POST", headers, body, signal }).catch(() => null);
    await response?.body?.cancel();
    return response?.ok ?? false;
  }

  async function deliver(
    { id, from, to, subject, received_at, tags }: Message,
    reader: string,
  ): Promise<void> {
    const data = { email_id: id, created_at: received_at, from, to, subject, tags };
    const body = JSON.stringify({ type: eventOf(reader), created_at: new Date().toISOString(), data });
    for (const after of [0, ...delaysMs]) {
      await sleep(after, undefined, { signal: ending.signal });
      if (await post(`msg_${id}`, body)) return;
    }
    process.stderr.write(`The webhook of a mail was given up: ${url} did not take it.\n`);
  }

  return {
    /** Tells what became of a mail; does not wait for it. */
    tell(message: Message): void {
      const delivery = deliver(message, message.to[0] ?? "").catch(() => {});
      deliveries.add(delivery);
      delivery.then(() => deliveries.delete(delivery));
    },
    async close(): Promise<void> {
      ending.abort();
      await Promise.all(deliveries);
    },
  };
}
