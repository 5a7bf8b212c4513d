import type { FieldError } from "#functions/contract/answers.schema.ts";
import type { ContactInput } from "#functions/contract/contact.ts";
import type { MessageId } from "#web/language/message-id.ts";
import { hasWaitingMessage, waitingKey } from "./message-waits.ts";

/** A message that this browser stores until the edge has accepted it. Times are in milliseconds since 1970. */
export type WaitingMessage = {
  /** The idempotency key, the same in every attempt. */
  key: string;
  message: ContactInput;
  /** The stamp of the form, valid for two days; absent if the message was queued before the stamp arrived. */
  stamp?: string;
  /** The time at which the form was hydrated. */
  openedAt: number;
  since: number;
  tries: number;
  /** The time of the next attempt. */
  dueAt: number;
  /** The reason why the last attempt failed. */
  problem?: MessageId;
  /** Set when the message is not sent again: the problem that the form shows with its text. */
  returned?: { problem: MessageId; errors: readonly FieldError[] };
};

/** Whether the page shows a message as waiting: not during its first attempt, and not when it is returned. */
export const isShown = ({ tries, returned }: WaitingMessage): boolean => tries > 0 && !returned;

type OutboxEvent = "kept" | "sent" | "taken";

const storeName = "messages";

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open("contact", 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: "key" });
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Runs one operation on the stored contact messages. Opens the database anew, as browsers close idle connections. */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(storeName, mode);
    const request = work(transaction.objectStore(storeName));
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    return request.result;
  } finally {
    database.close();
  }
}

// A new value each time, because other tabs receive changes only.
const announce = (outboxEvent: OutboxEvent) =>
  localStorage.setItem(waitingKey, `${outboxEvent} ${crypto.randomUUID()}`);

// The messages and the key in local storage change together, also if other tabs change them.
const withStoreLock = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks.request("contact-messages", work);

/** Stores a message, or its new state. Rejects if storage is forbidden or full. */
export const keepMessage = (waiting: WaitingMessage): Promise<void> =>
  withStoreLock(async () => {
    // Sets the key in local storage first, because pages look for stored messages only if that key exists.
    announce("kept");
    await inStore("readwrite", (store) => store.put(waiting));
  });

/** Removes a message that was sent, or taken back into the form. */
export const removeMessage = (key: string, outboxEvent: OutboxEvent): Promise<void> =>
  withStoreLock(async () => {
    await inStore("readwrite", (store) => store.delete(key));
    announce(outboxEvent);
    await forgetIfEmpty();
  });

async function forgetIfEmpty(): Promise<void> {
  if ((await inStore("readonly", (store) => store.count())) === 0) localStorage.removeItem(waitingKey);
}

export const getMessage = (key: string): Promise<WaitingMessage | undefined> =>
  inStore<WaitingMessage | undefined>("readonly", (store) => store.get(key));

/** Returns all waiting messages, oldest first; none if storage is forbidden. */
export async function listMessages(): Promise<WaitingMessage[]> {
  if (!hasWaitingMessage()) return [];
  try {
    const messages = await inStore<WaitingMessage[]>("readonly", (store) => store.getAll());
    // The key in local storage remains if the browser could not store its message.
    if (messages.length === 0) await withStoreLock(forgetIfEmpty);
    return messages.sort((a, b) => a.since - b.since);
  } catch {
    return [];
  }
}

/** Whether a storage event of another tab reports a sent message. */
export const isSentEvent = ({ newValue }: StorageEvent): boolean => newValue?.startsWith("sent ") ?? false;
