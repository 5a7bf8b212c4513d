import { getNextDelayMs, isTooOld, retryMessage } from "./deliver.ts";
import { waitingKey } from "./message-waits.ts";
import { isSentEvent, isShown, listMessages, type WaitingMessage } from "./waiting-messages.ts";

type OutboxListener = {
  /** Receives the stored messages when they may have changed. */
  onChange(messages: WaitingMessage[]): void;
  /** Runs when a message that waited was sent, here or by another tab. */
  onSent(): void;
};

/** Sends the messages that wait in this browser while the page is open. Pages with and without the form use it. */
export function openOutbox({ onChange, onSent }: OutboxListener) {
  const closing = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shownCount = 0;

  /**
   * Sends the messages that are due, or all. A message that waits for a day goes back to its sender, who then decides.
   * Returns the messages that still wait.
   */
  async function sendMessages(isForced = false): Promise<WaitingMessage[]> {
    const now = Date.now();
    for (const { key, since, dueAt, returned } of await listMessages()) {
      if (returned || !(isForced || dueAt <= now || isTooOld(since, now))) continue;
      const outcome = await retryMessage(key, isForced);
      if (outcome?.state === "sent") onSent();
    }
    return refresh();
  }

  /** Reads the messages, schedules the next attempt, and reports all of them; returns those that the page shows. */
  async function refresh(): Promise<WaitingMessage[]> {
    const messages = await listMessages();
    if (closing.signal.aborted) return [];
    clearTimeout(timer);
    const dueTimes = messages.filter(({ returned }) => !returned).map(({ dueAt }) => dueAt);
    if (dueTimes.length > 0) timer = setTimeout(retry, getNextDelayMs(dueTimes, Date.now()));
    const shownMessages = messages.filter(isShown);
    shownCount = shownMessages.length;
    onChange(messages);
    return shownMessages;
  }

  /** Reacts to another tab. A message that it has sent at once was never shown as waiting. */
  async function handleStorage(event: StorageEvent): Promise<void> {
    if (event.key !== waitingKey) return;
    const previousCount = shownCount;
    const remainingMessages = await sendMessages();
    if (isSentEvent(event) && remainingMessages.length < previousCount) onSent();
  }

  // Without storage there is nothing to send.
  const retry = (isForced = false) => void sendMessages(isForced).catch(() => {});
  const { signal } = closing;
  addEventListener("online", () => retry(true), { signal });
  addEventListener("pageshow", ({ persisted }) => persisted && retry(), { signal });
  document.addEventListener("visibilitychange", () => document.hidden || retry(), { signal });
  // The tab that wrote shows its own errors.
  addEventListener("storage", (event) => void handleStorage(event).catch(() => {}), { signal });
  retry();
  return {
    sendNow: () => sendMessages(true),
    /** Reads the messages again after this page has changed them. */
    refresh,
    close() {
      closing.abort();
      clearTimeout(timer);
    },
  };
}

export type Outbox = ReturnType<typeof openOutbox>;
