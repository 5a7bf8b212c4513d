import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { MessageId } from "#web/language/message-id.ts";
import { useText } from "#web/language/use-text.ts";
import type { Refusal } from "#web/session/account-actions.ts";
import { Button } from "#web/ui/button.tsx";
import { type AuthMessage, authMessage, fieldMessage } from "./auth-messages.ts";
import { type FieldErrors, type FieldName, type Fields, readFields } from "./credentials.ts";
import { RefusalAlert } from "./refusal-alert.tsx";
import * as css from "./sign-in.css.ts";

/** What can be done about a refusal, offered beside its words. */
type Remedy = { label: string; run: (fields: Fields) => void };

type AuthFormProps = {
  /** The form's fields, in their order. */
  fields: readonly FieldName[];
  check: (fields: Fields) => FieldErrors;
  send: (fields: Fields) => Promise<{ refusal: Refusal | null }>;
  submit: { label: MessageId; pending: MessageId };
  /** The visitor is on the way to another document. */
  leaving?: boolean;
  tone?: "accent" | "plain" | "critical";
  /** What is said of too many attempts when it is known how long to wait: `{wait}`. */
  tooMany?: MessageId;
  remedy?: (message: AuthMessage) => Remedy | null;
  cancel?: () => void;
  children?: (error: (name: FieldName) => string | undefined) => ReactNode;
};

/** A form that is answered by the authentication service: what is wrong is said beside its field, or above all of them. */
export function AuthForm(props: AuthFormProps) {
  const { fields, check, send, submit, leaving = false, tone = "accent", cancel, children } = props;
  const text = useText();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [sending, setSending] = useState(false);
  const pending = sending || leaving;

  const refuse = (found: FieldErrors) => {
    setErrors(found);
    const first = fields.find((name) => found[name]);
    const control = first && form.current?.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
    return first !== undefined;
  };
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const filled = readFields(event.currentTarget);
    setRefusal(null);
    if (refuse(check(filled))) return;
    setSending(true);
    const answer = await send(filled).catch((error: unknown) => ({ refusal: { error, retryAfter: null } }));
    setSending(false);
    if (!answer.refusal) return;
    const about = fieldMessage(answer.refusal.error);
    if (about && fields.includes(about.field)) refuse({ [about.field]: about.message });
    else setRefusal(answer.refusal);
  };

  const said = refusal && authMessage(refusal.error, navigator.onLine);
  const help = said && "id" in said && props.remedy?.(said.id);

  return (
    // As a post, so that a form sent before its script is there never writes a password into the address.
    <form ref={form} className={css.form} method="post" noValidate onSubmit={onSubmit}>
      {refusal && (
        <RefusalAlert refusal={refusal} tooMany={props.tooMany}>
          {help && (
            <Button size="small" onClick={() => form.current && help.run(readFields(form.current))}>
              {help.label}
            </Button>
          )}
        </RefusalAlert>
      )}
      {children?.((name) => {
        const message = errors[name];
        return message && text(message);
      })}
      <div className={cancel ? css.choices : css.submit}>
        <Button type="submit" tone={tone} aria-disabled={pending}>
          {text(pending ? submit.pending : submit.label)}
        </Button>
        {cancel && <Button onClick={cancel}>{text("account.cancel")}</Button>}
      </div>
    </form>
  );
}
