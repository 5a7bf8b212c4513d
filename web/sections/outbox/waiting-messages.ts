import type { ContactInput } from "#functions/contract/contact.ts";
import type { FieldError } from "#functions/contract/problem.ts";
import type { MessageId } from "#web/language/message-id.ts";
import { messageWaits, waitsKey } from "./message-waits.ts";

/** A message that this browser keeps until it is handed over. Moments are in milliseconds since 1970. */
export type WaitingMessage = {
  /** Its idempotency key, the same in every try. */
  key: string;
  message: ContactInput;
  /** The stamp of its form, valid for two days; absent if the message was queued before the stamp arrived. */
  stamp?: string;
  /** When its form was hydrated; absent in a message of an earlier version of the site. */
  openedAt?: number;
  since: number;
  tries: number;
  /** When it is tried again. */
  dueAt: number;
  /** What kept the last try from being answered. */
  problem?: MessageId;
  /** Set once it is not tried again: what the form says when it gets the message back. */
  returned?: { problem: MessageId; errors: readonly FieldError[] };
};

/** Whether a message is said to wait: not while its first try is under way, and not once it is given back. */
export const isShown = ({ tries, returned }: WaitingMessage): boolean => tries > 0 && !returned;

/** What became of a message, as other tabs hear it. */
type News = "kept" | "sent" | "taken";

const storeName = "messages";

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open("contact", 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: "key" });
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// Opened for each use: a connection that stays open is lost when the browser cleans up.
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

// Another value each time: only a change is heard by other tabs.
const tell = (news: News) => localStorage.setItem(waitsKey, `${news} ${crypto.randomUUID()}`);

// The messages and the sign that there are some change together, whatever other tabs do.
const alone = <T>(work: () => Promise<T>): Promise<T> => navigator.locks.request("contact-messages", work);

/** Keeps a message, or what is known of it now. Rejects where storage is forbidden or full. */
export const keepMessage = (waiting: WaitingMessage): Promise<void> =>
  alone(async () => {
    // Before the message: without it no page would look for one.
    tell("kept");
    await inStore("readwrite", (store) => store.put(waiting));
  });

/** Removes a message that was sent, or taken back into the form. */
export const removeMessage = (key: string, news: News): Promise<void> =>
  alone(async () => {
    await inStore("readwrite", (store) => store.delete(key));
    tell(news);
    await forgetIfEmpty();
  });

async function forgetIfEmpty(): Promise<void> {
  if ((await inStore("readonly", (store) => store.count())) === 0) localStorage.removeItem(waitsKey);
}

/** A message that waits; undefined once it does not. */
export const getMessage = (key: string): Promise<WaitingMessage | undefined> =>
  inStore<WaitingMessage | undefined>("readonly", (store) => store.get(key));

/** All that waits, oldest first; nothing where storage is forbidden. */
export async function listMessages(): Promise<WaitingMessage[]> {
  if (!messageWaits()) return [];
  try {
    const messages = await inStore<WaitingMessage[]>("readonly", (store) => store.getAll());
    if (messages.length === 0) await alone(forgetIfEmpty);
    return messages.sort((one, other) => one.since - other.since);
  } catch {
    return [];
  }
}

/** Whether other tabs are told by this event that a message was sent. */
export const saysSent = ({ newValue }: StorageEvent): boolean => newValue?.startsWith("sent ") ?? false;
