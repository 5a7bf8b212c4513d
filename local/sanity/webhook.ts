import { randomUUID } from "node:crypto";
import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from "@sanity/webhook";
import { openDeliveries, type WebhookOptions } from "#local/processes/webhook.ts";
import type { Change, DatasetName, Transaction } from "./documents.ts";
import type { DocumentStore } from "./store.ts";

/**
 * Reports each published, changed or removed document to an address, as a GROQ-powered webhook with the projection
 * `{_id, _type, _rev}` does. Drafts and Sanity's own documents are excluded.
 */
export function openWebhook(store: DocumentStore, dataset: DatasetName, options: WebhookOptions) {
  const deliveries = openDeliveries(options);
  const stopListening = store.listen((transaction) => {
    for (const change of transaction.changes.filter(isPublic)) {
      const { _id, _type, _rev } = change.after ?? change.before ?? {};
      const body = JSON.stringify({ _id, _type, _rev });
      const headers = createHeaders(change, transaction, dataset);
      deliveries.send(String(_id), body, async () => ({
        ...headers,
        [SIGNATURE_HEADER_NAME]: await encodeSignatureHeader(body, Date.now(), options.secret),
      }));
    }
  });
  return {
    async close(): Promise<void> {
      stopListening();
      await deliveries.close();
    },
  };
}

function isPublic({ id, before, after }: Change): boolean {
  const type = (after ?? before)?._type ?? "";
  return !id.includes(".") && !/^(sanity|system)\./.test(type);
}

const toOperation = ({ before, after }: Change) => (after ? (before ? "update" : "create") : "delete");

// All attempts of a delivery have the same idempotency key.
const createHeaders = (
  change: Change,
  { id, timestamp }: Transaction,
  { projectId, dataset }: DatasetName,
): Record<string, string> => ({
  "idempotency-key": randomUUID(),
  "sanity-webhook-id": "local",
  "sanity-project-id": projectId,
  "sanity-dataset": dataset,
  "sanity-document-id": change.id,
  "sanity-operation": toOperation(change),
  "sanity-transaction-id": id,
  "sanity-transaction-time": timestamp,
});
