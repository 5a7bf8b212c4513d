import { randomUUID } from "node:crypto";
import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from "@sanity/webhook";
import { openDeliveries, type WebhookOptions } from "#local/processes/webhook.ts";
import type { Change } from "./documents.ts";
import type { DocumentStore } from "./store.ts";

/**
 * Reports each published, changed or removed document to an address, as a GROQ-powered webhook with the projection
 * `{_id, _type, _rev}` does. Drafts and Sanity's own documents are excluded.
 */
export function openWebhook(store: DocumentStore, options: WebhookOptions) {
  const deliveries = openDeliveries(options);
  const stopListening = store.listen(({ changes }) => {
    for (const change of changes.filter(isPublic)) {
      const { _id, _type, _rev } = change.after ?? change.before ?? {};
      const body = JSON.stringify({ _id, _type, _rev });
      // All attempts of a delivery have the same idempotency key.
      const headers = {
        "idempotency-key": randomUUID(),
        "sanity-document-id": change.id,
        "sanity-operation": toOperation(change),
      };
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

/** Returns whether a change concerns published content. In Sanity an id with a dot, such as of a draft, is private. */
function isPublic({ id, before, after }: Change): boolean {
  const type = (after ?? before)?._type ?? "";
  return !id.includes(".") && !/^(sanity|system)\./.test(type);
}

const toOperation = ({ before, after }: Change) => (after ? (before ? "update" : "create") : "delete");
