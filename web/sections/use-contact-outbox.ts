import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type Draft, keepAttempt, returnToForm } from "./contact-draft.ts";
import { goTo } from "./go-to.ts";
import { takeMessage } from "./outbox/deliver.ts";
import { type Outbox, openOutbox } from "./outbox/outbox.ts";
import { isShown, type WaitingMessage } from "./outbox/waiting-messages.ts";

type Returned = NonNullable<WaitingMessage["returned"]>;

/**
 * The messages that wait in this browser, beside the form that they came from. `onSent`: one of them was sent; `onLeft`: it was tried at
 * the visitor's wish, and still waits; `onReturned`: one is not sent anymore and is back in the form.
 */
export function useContactOutbox(
  form: RefObject<HTMLFormElement | null>,
  on: { onSent(): void; onLeft(): void; onReturned(returned: Returned): void },
) {
  const [waiting, setWaiting] = useState<WaitingMessage[]>([]);
  const [busy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const outbox = useRef<Outbox | null>(null);

  const takeBack = (key: string, onTaken: () => void) =>
    takeMessage(key, ({ message, returned }) => {
      if (form.current) returnToForm(form.current, message as Draft);
      // It may have been stored: sent as it is, it is the same message. What was refused has not.
      if (!returned || returned.problem === "contact.expired") keepAttempt(key, JSON.stringify(message));
      onTaken();
    });

  const change = useEffectEvent((messages: WaitingMessage[]) => {
    flushSync(() => setWaiting(messages.filter(isShown)));
    for (const { key, returned } of messages) {
      if (returned) void takeBack(key, () => on.onReturned(returned));
    }
  });
  const sent = useEffectEvent(() => {
    setSent(true);
    on.onSent();
  });
  useEffect(() => {
    const opened = openOutbox({ onChange: (messages) => change(messages), onSent: () => sent() });
    outbox.current = opened;
    return opened.close;
  }, []);

  return {
    waiting,
    busy,
    isSent,
    /** Shows what waits now, the message that has just been kept above all. */
    async show() {
      setSent(false);
      await outbox.current?.look();
      goTo(form.current, "[data-retry]");
    },
    /** A message needed no waiting: nothing is said of earlier ones. */
    forgetSent: () => setSent(false),
    async sendNow() {
      setBusy(true);
      const left = await outbox.current?.sendNow();
      setBusy(false);
      if (left?.length) on.onLeft();
      else goTo(form.current, "[data-sent]");
    },
    async keepEditing() {
      const last = waiting.at(-1);
      if (last) await takeBack(last.key, () => goTo(form.current, "[name=message]"));
      await outbox.current?.look();
    },
  };
}

export type ContactOutbox = ReturnType<typeof useContactOutbox>;
