import { isTooOld, retryMessage, untilNext } from "./deliver.ts";
import { waitsKey } from "./message-waits.ts";
import { isShown, listMessages, saysSent, type WaitingMessage } from "./waiting-messages.ts";

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
  let shown = 0;

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
    if (due.length > 0) timer = setTimeout(run, untilNext(due, Date.now()));
    const waiting = messages.filter(isShown);
    shown = waiting.length;
    onChange(messages);
    return waiting;
  }

  /** Reacts to another tab. A message that it has sent at once was never shown as waiting. */
  async function hear(event: StorageEvent): Promise<void> {
    const before = shown;
    const left = await work();
    if (saysSent(event) && left.length < before) onSent();
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
      if (event.key === waitsKey) void hear(event).catch(() => {});
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
