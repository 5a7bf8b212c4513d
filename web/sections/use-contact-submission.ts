import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ContactField, ContactInput } from "#functions/contract/contact.ts";
import { ApiError } from "#web/api/api-error.ts";
import { sendContactMessage } from "#web/api/contact.ts";
import type { MessageId } from "#web/language/message-id.ts";
import { attemptFor, endAttempt, forgetDraft, toDraft } from "./contact-draft.ts";
import {
  answerIsOpen,
  type FieldProblem,
  fieldProblem,
  invalidFields,
  sendingProblem,
} from "./contact-problems.ts";

export type FieldProblems = Partial<Record<ContactField, FieldProblem>>;

type Sending = { pending: boolean; problem: MessageId | null; fields: FieldProblems };
const calm: Sending = { pending: false, problem: null, fields: {} };

/**
 * Sends the contact form from script: its draft is forgotten once the message is stored or queued, and
 * `onSent` is called then. Until React is there (`live`), the form posts by itself.
 */
export function useContactSubmission(onSent: () => void) {
  const form = useRef<HTMLFormElement>(null);
  const [live, setLive] = useState(false);
  const [sending, setSending] = useState(calm);

  useEffect(() => setLive(true), []);

  const refuse = (problem: MessageId | null, errors: { field: string; code: string }[]) => {
    const fields = Object.fromEntries(errors.map(({ field, code }) => [field, fieldProblem(field, code)]));
    flushSync(() => setSending({ pending: false, problem, fields }));
    const next = form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-retry]");
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: "center" });
  };

  const send = async (element: HTMLFormElement) => {
    const invalid = invalidFields(element);
    if (invalid.length > 0) return refuse(null, invalid);

    const message = toDraft(element) as ContactInput;
    setSending({ ...calm, pending: true });
    try {
      await sendContactMessage(message, attemptFor(JSON.stringify(message)));
    } catch (error) {
      const problem = error instanceof ApiError ? error : new ApiError("unexpected_answer");
      if (!answerIsOpen(problem)) endAttempt();
      return refuse(sendingProblem(problem), [...problem.errors]);
    }
    forgetDraft();
    element.reset();
    setSending(calm);
    onSent();
  };

  const formProps = {
    ref: form,
    noValidate: live,
    onInput: (event: FormEvent<HTMLFormElement>) => {
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
  return { ...sending, formProps };
}
