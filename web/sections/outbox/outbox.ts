import { isTooOld, untilNext } from "./backoff.ts";
import { retryMessage } from "./deliver.ts";
import { waitsKey } from "./message-waits.ts";
import { isShown, listMessages, saysSent, type WaitingMessage } from "./waiting-messages.ts";

type OutboxListener = {
  /** What this browser keeps, whenever that may have changed. */
  onChange(messages: WaitingMessage[]): void;
  /** A message that waited was sent, here or by another tab. */
  onSent(): void;
};

/** Hands over what waits in this browser for as long as the page is open. */
export function openOutbox({ onChange, onSent }: OutboxListener) {
  const closing = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waits = false;

  /** Sends what is due, or everything that waits; answers with what is left. */
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
    waits = messages.some(isShown);
    onChange(messages);
    return messages.filter(isShown);
  }

  // Without its storage there is nothing to send, and nothing to say.
  const run = () => void work().catch(() => {});
  const { signal } = closing;
  addEventListener("online", () => void work(true).catch(() => {}), { signal });
  addEventListener("pageshow", ({ persisted }) => persisted && run(), { signal });
  document.addEventListener("visibilitychange", () => document.hidden || run(), { signal });
  addEventListener(
    "storage",
    (event) => {
      if (event.key !== waitsKey) return;
      if (waits && saysSent(event)) onSent();
      run();
    },
    { signal },
  );
  run();
  return {
    /** Sends all that waits without waiting any longer. */
    sendNow: () => work(true),
    /** Looks at what waits after it was changed by this page. */
    look,
    close() {
      closing.abort();
      clearTimeout(timer);
    },
  };
}

export type Outbox = ReturnType<typeof openOutbox>;
