import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from "@sanity/webhook";
import type { Change, Transaction } from "./documents.ts";
import type { DocumentStore } from "./store.ts";

/** Where a webhook goes, what it is signed with, and the pauses after failed tries. The webhook is given up after the last one. */
export type WebhookOptions = { url: string; secret: string; retryDelaysMs?: number[] };
type Place = { projectId: string; dataset: string };

const retryDelaysMs = [1_000, 5_000];
const timeout = 30_000;

/**
 * Tells an address of each document that is published, changed or removed, as a GROQ-powered webhook with the projection
 * `{_id, _type, _rev}` does; not of drafts, nor of what is Sanity's own. It tells each thing once, and again twice where that failed.
 */
export function openWebhook(
  store: DocumentStore,
  place: Place,
  { url, secret, retryDelaysMs: delaysMs = retryDelaysMs }: WebhookOptions,
) {
  const ending = new AbortController();
  const deliveries = new Set<Promise<void>>();

  async function post(body: string, headers: Record<string, string>): Promise<boolean> {
    const signature = await encodeSignatureHeader(body, Date.now(), secret);
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(timeout)]);
    const all = { "Content-Type": "application/json", ...headers, [SIGNATURE_HEADER_NAME]: signature };
    const response = await fetch(url, { method: "POST", headers: all, body, signal }).catch(() => null);
    await response?.body?.cancel();
    return response?.ok ?? false;
  }

  async function deliver(change: Change, transaction: Transaction): Promise<void> {
    const { _id, _type, _rev } = change.after ?? change.before ?? {};
    const body = JSON.stringify({ _id, _type, _rev });
    const headers = headersOf(change, transaction, place);
    for (const after of [0, ...delaysMs]) {
      await sleep(after, undefined, { signal: ending.signal });
      if (await post(body, headers)) return;
    }
    process.stderr.write(`The webhook of ${_id} was given up: ${url} did not take it.\n`);
  }

  const forget = store.listen((transaction) => {
    for (const change of transaction.changes.filter(isPublic)) {
      const delivery = deliver(change, transaction).catch(() => {});
      deliveries.add(delivery);
      delivery.then(() => deliveries.delete(delivery));
    }
  });
  return {
    async close(): Promise<void> {
      forget();
      ending.abort();
      await Promise.all(deliveries);
    },
  };
}

function isPublic({ id, before, after }: Change): boolean {
  const type = (after ?? before)?._type ?? "";
  return !id.includes(".") && !/^(sanity|system)\./.test(type);
}

const operationOf = ({ before, after }: Change) => (after ? (before ? "update" : "create") : "delete");

// The key is the delivery's: it stays the same when it is tried again.
const headersOf = (
  change: Change,
  { id, timestamp }: Transaction,
  { projectId, dataset }: Place,
): Record<string, string> => ({
  "idempotency-key": randomUUID(),
  "sanity-webhook-id": "local",
  "sanity-project-id": projectId,
  "sanity-dataset": dataset,
  "sanity-document-id": change.id,
  "sanity-operation": operationOf(change),
  "sanity-transaction-id": id,
  "sanity-transaction-time": timestamp,
});
