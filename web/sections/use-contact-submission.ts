import {
  type FocusEvent,
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { ContactReceipt, FieldError } from "#functions/contract/answers.schema.ts";
import type { ContactField, ContactInput, uploadedField } from "#functions/contract/contact.ts";
import type { MessageId } from "#web/language/message-id.ts";
import {
  type Draft,
  endAttempt,
  forgetDraft,
  getAttemptKey,
  isTrapped,
  keepAttempt,
  keepDraft,
  returnToForm,
  toDraft,
} from "./contact-draft.ts";
import {
  type FieldProblem,
  findInvalidFields,
  toFieldProblem,
  toSendingProblem,
} from "./contact-problems.ts";
import { sendMessage, takeMessage } from "./outbox/deliver.ts";
import { type Outbox, openOutbox } from "./outbox/outbox.ts";
import { isShown, type WaitingMessage } from "./outbox/waiting-messages.ts";
import { beginFormStamp } from "./screening/form-stamp.ts";
import { beginTurnstile } from "./screening/turnstile.ts";
import { formUploads } from "./uploads/settle.ts";

/** Focuses the first match in a form, and scrolls it to the middle of the window. */
export function focusFirstMatch(form: HTMLElement | null, selector: string): void {
  const match = form?.querySelector<HTMLElement>(selector);
  match?.focus({ preventScroll: true });
  match?.scrollIntoView({ block: "center" });
}

export type FieldProblems = Partial<Record<ContactField | typeof uploadedField, FieldProblem>>;

type Sending = { pending: boolean; problem: MessageId | null; fields: FieldProblems };
const idle: Sending = { pending: false, problem: null, fields: {} };

/** Removes the error of a field that the visitor changes. */
const withoutFieldProblem = (sending: Sending, name: string): Sending =>
  name in sending.fields ? { ...sending, fields: { ...sending.fields, [name]: undefined } } : sending;

type SubmissionEvents = {
  onSent(message: ContactInput, receipt: ContactReceipt): void;
  /** Runs when a message could not be sent, and waits in this browser. */
  onWaiting(): void;
  /** Runs when a message that waited was sent. */
  onSentLater(): void;
};

/**
 * Sends the contact form from script. The form is emptied when its message is stored, at the edge or in this browser.
 * Until `isHydrated`, the form posts without script.
 */
export function useContactSubmission(events: SubmissionEvents) {
  const form = useRef<HTMLFormElement>(null);
  const [isHydrated, setHydrated] = useState(false);
  const [sending, setSending] = useState(idle);

  useEffect(() => setHydrated(true), []);
  useEffect(beginFormStamp, []);

  const showProblem = (problem: MessageId | null, errors: readonly FieldError[]) => {
    const fields = Object.fromEntries(errors.map(({ field, code }) => [field, toFieldProblem(field, code)]));
    flushSync(() => setSending({ pending: false, problem, fields }));
  };
  const showRefusal = (problem: MessageId | null, errors: readonly FieldError[]) => {
    showProblem(problem, errors);
    focusFirstMatch(form.current, "[aria-invalid=true], [data-retry]");
  };
  const outbox = useContactOutbox(form, {
    onSent: events.onSentLater,
    onLeft: events.onWaiting,
    onReturned: ({ problem, errors }) => showProblem(problem, errors),
  });

  const send = async (element: HTMLFormElement) => {
    const invalidFields = findInvalidFields(element);
    if (invalidFields.length > 0) return showRefusal(null, invalidFields);
    // Posts the form without script, so that the edge sees all of its fields.
    if (isTrapped(element)) return element.submit();

    setSending({ ...idle, pending: true });
    if (!(await formUploads.settle())) return setSending(idle);
    const { message, outcome } = await sendForm(element);
    if (outcome.state === "refused" || outcome.state === "failed") {
      return showRefusal(toSendingProblem(outcome.error), outcome.error.errors);
    }
    setSending(idle);
    if (outcome.state === "sent") {
      outbox.forgetSent();
      return events.onSent(message, outcome.receipt);
    }
    events.onWaiting();
    await outbox.show();
  };

  const formProps = {
    ref: form,
    noValidate: isHydrated,
    onFocus: (event: FocusEvent<HTMLFormElement>) => beginTurnstile(event.currentTarget),
    onInput: (event: FormEvent<HTMLFormElement>) => {
      beginTurnstile(event.currentTarget);
      const { name } = event.target as HTMLInputElement;
      setSending((current) => withoutFieldProblem(current, name));
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      // A form that was submitted before any script handled it is being posted.
      const isPosted = event.currentTarget.dataset.waiting === "posted";
      if (!sending.pending && !isPosted) void send(event.currentTarget);
    },
  };
  return { ...sending, isHydrated, formProps, outbox };
}

type ReturnedMessage = NonNullable<WaitingMessage["returned"]>;

/**
 * Sends the message of a form. The form is emptied if the message was sent or waits in this browser. A message whose
 * answer is unknown keeps its idempotency key, so that a repeated submission is the same message.
 */
async function sendForm(form: HTMLFormElement) {
  const message = toDraft(form) as ContactInput;
  const body = JSON.stringify(message);
  const key = getAttemptKey(body);
  const outcome = await sendMessage(message, key, forgetDraft);
  if (outcome.state === "refused" || outcome.state === "failed") {
    keepDraft(form);
    if (outcome.state === "failed") keepAttempt(key, body);
    else endAttempt();
  } else {
    forgetDraft();
    form.reset();
  }
  return { message, outcome };
}

/**
 * Shows the messages that wait in this browser. `onSent` reports that a message was sent, `onLeft` that some still wait
 * after a retry by the visitor. `onReturned` reports a message that is not sent again, and whose text is back in the
 * form.
 */
function useContactOutbox(
  form: RefObject<HTMLFormElement | null>,
  events: { onSent(): void; onLeft(): void; onReturned(returned: ReturnedMessage): void },
) {
  const [waitingMessages, setWaitingMessages] = useState<WaitingMessage[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const outbox = useRef<Outbox | null>(null);

  const takeBack = (key: string, onTaken: () => void) =>
    takeMessage(key, ({ message, returned }) => {
      if (form.current) returnToForm(form.current, message as Draft);
      // An expired message may have been stored, so it keeps its key. A refused one was not.
      if (!returned || returned.problem === "contact.expired") keepAttempt(key, JSON.stringify(message));
      onTaken();
    });

  const applyMessages = useEffectEvent((messages: WaitingMessage[]) => {
    flushSync(() => setWaitingMessages(messages.filter(isShown)));
    for (const { key, returned } of messages) {
      if (returned) void takeBack(key, () => events.onReturned(returned));
    }
  });
  const reportSent = useEffectEvent(() => {
    setSent(true);
    events.onSent();
  });
  useEffect(() => {
    const openedOutbox = openOutbox({
      onChange: (messages) => applyMessages(messages),
      onSent: () => reportSent(),
    });
    outbox.current = openedOutbox;
    return openedOutbox.close;
  }, []);

  return {
    waitingMessages,
    isBusy,
    isSent,
    /** Shows the waiting messages, including one that was just stored. */
    async show() {
      setSent(false);
      await outbox.current?.refresh();
      focusFirstMatch(form.current, "[data-retry]");
    },
    /** Hides the confirmation of earlier messages. */
    forgetSent: () => setSent(false),
    async sendNow() {
      setBusy(true);
      const remainingMessages = await outbox.current?.sendNow();
      setBusy(false);
      if (remainingMessages?.length) events.onLeft();
      else focusFirstMatch(form.current, "[data-sent]");
    },
    async keepEditing() {
      const last = waitingMessages.at(-1);
      if (last) await takeBack(last.key, () => focusFirstMatch(form.current, "[name=message]"));
      await outbox.current?.refresh();
    },
  };
}

export type ContactOutbox = ReturnType<typeof useContactOutbox>;
