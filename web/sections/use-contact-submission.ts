import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ContactField, ContactInput, ContactReceipt } from "#functions/contract/contact.ts";
import type { FieldError } from "#functions/contract/problem.ts";
import type { MessageId } from "#web/language/message-id.ts";
import {
  attemptFor,
  endAttempt,
  forgetDraft,
  isTrapped,
  keepAttempt,
  keepDraft,
  toDraft,
} from "./contact-draft.ts";
import { type FieldProblem, fieldProblem, invalidFields, sendingProblem } from "./contact-problems.ts";
import { goTo } from "./go-to.ts";
import { sendMessage } from "./outbox/deliver.ts";
import { openForm } from "./screening/form-stamp.ts";
import { beginTurnstile } from "./screening/turnstile.ts";
import { useContactOutbox } from "./use-contact-outbox.ts";

export type FieldProblems = Partial<Record<ContactField, FieldProblem>>;

type Sending = { pending: boolean; problem: MessageId | null; fields: FieldProblems };
const calm: Sending = { pending: false, problem: null, fields: {} };

/**
 * Sends the contact form from script: once its message is safe, with the company or in this browser, the form is empty.
 * `onWaiting`: a message could not be sent and waits; `onSentLater`: one that waited was sent. Until React is there (`live`),
 * the form posts by itself.
 */
export function useContactSubmission(on: {
  onSent(message: ContactInput, receipt: ContactReceipt): void;
  onWaiting(): void;
  onSentLater(): void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [live, setLive] = useState(false);
  const [sending, setSending] = useState(calm);

  useEffect(() => setLive(true), []);
  useEffect(openForm, []);

  const say = (problem: MessageId | null, errors: readonly FieldError[]) => {
    const fields = Object.fromEntries(errors.map(({ field, code }) => [field, fieldProblem(field, code)]));
    flushSync(() => setSending({ pending: false, problem, fields }));
  };
  const refuse = (problem: MessageId | null, errors: readonly FieldError[]) => {
    say(problem, errors);
    goTo(form.current, "[aria-invalid=true], [data-retry]");
  };
  const outbox = useContactOutbox(form, {
    onSent: on.onSentLater,
    onLeft: on.onWaiting,
    onReturned: ({ problem, errors }) => say(problem, errors),
  });

  const send = async (element: HTMLFormElement) => {
    const invalid = invalidFields(element);
    if (invalid.length > 0) return refuse(null, invalid);
    // As the form posts by itself, with all of its fields.
    if (isTrapped(element)) return element.submit();

    const message = toDraft(element) as ContactInput;
    const body = JSON.stringify(message);
    const key = attemptFor(body);
    setSending({ ...calm, pending: true });
    const outcome = await sendMessage(message, key, forgetDraft);
    if (outcome.state === "refused" || outcome.state === "failed") {
      keepDraft(element);
      if (outcome.state === "failed") keepAttempt(key, body);
      else endAttempt();
      return refuse(sendingProblem(outcome.error), outcome.error.errors);
    }
    forgetDraft();
    element.reset();
    setSending(calm);
    if (outcome.state === "sent") {
      outbox.forgetSent();
      return on.onSent(message, outcome.receipt);
    }
    on.onWaiting();
    await outbox.show();
  };

  const formProps = {
    ref: form,
    noValidate: live,
    onFocus: (event: FocusEvent<HTMLFormElement>) => beginTurnstile(event.currentTarget),
    onInput: (event: FormEvent<HTMLFormElement>) => {
      beginTurnstile(event.currentTarget);
      const { name } = event.target as HTMLInputElement;
      // An error says what was wrong when it was sent; it goes as soon as that is being mended.
      setSending((now) =>
        name in now.fields ? { ...now, fields: { ...now.fields, [name]: undefined } } : now,
      );
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (!sending.pending) void send(event.currentTarget);
    },
  };
  return { ...sending, live, formProps, outbox };
}
