import { getNextDelayMs, isTooOld, retryMessage } from "./deliver.ts";
import { waitingKey } from "./message-waits.ts";
import { isSentEvent, isShown, listMessages, type WaitingMessage } from "./waiting-messages.ts";

type OutboxListener = {
  /** Receives the stored messages when they may have changed. */
  onChange(messages: WaitingMessage[]): void;
  /** Runs when a message that waited was sent, here or by another tab. */
  onSent(): void;
};

/** Sends the messages that wait in this browser while the page is open. */
export function openOutbox({ onChange, onSent }: OutboxListener) {
  const closing = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shownCount = 0;

  /** Sends the messages that are due, or all; returns the rest. */
  async function work(everything = false): Promise<WaitingMessage[]> {
    const now = Date.now();
    for (const { key, since, dueAt, returned } of await listMessages()) {
      if (returned || !(everything || dueAt <= now || isTooOld(since, now))) continue;
      const outcome = await retryMessage(key, everything);
      if (outcome?.state === "sent") onSent();
    }
    return look();
  }

  async function look(): Promise<WaitingMessage[]> {
    const messages = await listMessages();
    if (closing.signal.aborted) return [];
    clearTimeout(timer);
    const due = messages.filter(({ returned }) => !returned).map(({ dueAt }) => dueAt);
    if (due.length > 0) timer = setTimeout(run, getNextDelayMs(due, Date.now()));
    const waiting = messages.filter(isShown);
    shownCount = waiting.length;
    onChange(messages);
    return waiting;
  }

  /** Reacts to another tab. A message that it has sent at once was never shown as waiting. */
  async function handleStorage(event: StorageEvent): Promise<void> {
    const before = shownCount;
    const remainingMessages = await work();
    if (isSentEvent(event) && remainingMessages.length < before) onSent();
  }

  // Without storage there is nothing to send.
  const run = () => void work().catch(() => {});
  const { signal } = closing;
  addEventListener("online", () => void work(true).catch(() => {}), { signal });
  addEventListener("pageshow", ({ persisted }) => persisted && run(), { signal });
  document.addEventListener("visibilitychange", () => document.hidden || run(), { signal });
  addEventListener(
    "storage",
    (event) => {
      if (event.key === waitingKey) void handleStorage(event).catch(() => {});
    },
    { signal },
  );
  run();
  return {
    /** Sends all waiting messages now. */
    sendNow: () => work(true),
    /** Reads the messages again after this page has changed them. */
    look,
    close() {
      closing.abort();
      clearTimeout(timer);
    },
  };
}

export type Outbox = ReturnType<typeof openOutbox>;
