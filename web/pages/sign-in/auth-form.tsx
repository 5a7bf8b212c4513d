import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useRef,
  useState,
} from "react";
import { locales } from "#cms/content/site.ts";
import type { MessageId } from "#web/language/message-id.ts";
import type { AccountOutcome, Refusal } from "#web/session/account-actions.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, SubmitButton } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { formatWait, toAuthMessage, toFieldRefusal } from "./auth-messages.ts";
import { useAuthScreen } from "./auth-screen-context.tsx";
import { readFields } from "./credentials.ts";
import * as css from "./sign-in.css.ts";
import type { AuthMessage, FieldErrors, FieldName, Fields, View } from "./types.ts";

/** An action that resolves a refusal, as a button beside its message. */
type Remedy = { label: string; run: (fields: Fields) => void };

type AuthFormProps<Value> = {
  check?: (fields: Fields) => FieldErrors;
  send: (fields: Fields) => AccountOutcome<Value>;
  onDone: (value: Value, fields: Fields, form: HTMLFormElement) => void;
  submit: { label: MessageId; pending: MessageId };
  tone?: "accent" | "plain" | "critical" | undefined;
  /** The message after too many attempts if the time to wait (`{wait}`) is known. */
  tooMany?: MessageId | undefined;
  /** Returns the message for an error of our API. */
  describe?: ((error: unknown) => MessageId) | undefined;
  remedy?: (message: AuthMessage) => Remedy | null;
  cancel?: (() => void) | undefined;
  /** Whether the button is as wide as its text. */
  isCompact?: boolean;
  children?: ReactNode;
};

const ErrorsContext = createContext<FieldErrors>({});

/** Returns the error of a field of the form, or undefined. */
export function useFieldError(name: FieldName): string | undefined {
  const { text } = useAuthScreen();
  const error = useContext(ErrorsContext)[name];
  return error && text(error);
}

/** Shows a form of the sign-in page and sends it. An error appears beside its field, or else above all fields. */
export function AuthForm<Value>(props: AuthFormProps<Value>) {
  const { submit, tone = "accent", cancel, isCompact, children } = props;
  const { text } = useAuthScreen();
  const { form, errors, refusal, isPending, onSubmit } = useSubmission(props);
  const message = refusal && toAuthMessage(refusal.error, navigator.onLine);
  const remedy = message && "id" in message && props.remedy?.(message.id);

  return (
    // The method is POST: without script, a GET form would write the password into the address.
    <form ref={form} className={css.form} method="post" noValidate onSubmit={onSubmit}>
      {refusal && (
        <RefusalAlert refusal={refusal} tooMany={props.tooMany} describe={props.describe}>
          {remedy && (
            <Button size="small" onClick={() => form.current && remedy.run(readFields(form.current))}>
              {remedy.label}
            </Button>
          )}
        </RefusalAlert>
      )}
      <ErrorsContext value={errors}>{children}</ErrorsContext>
      <div className={isCompact || cancel ? css.choices : css.submit}>
        <SubmitButton
          tone={tone}
          label={text(submit.label)}
          pendingLabel={text(submit.pending)}
          isPending={isPending}
        />
        {cancel && <Button onClick={cancel}>{text("account.cancel")}</Button>}
      </div>
    </form>
  );
}

/** Shows a button for a less important action below a form. */
export function QuietButton({ label, onClick }: { label: MessageId; onClick: () => void }) {
  const { text } = useAuthScreen();
  return (
    <div className={css.toggle}>
      <Button tone="quiet" size="small" onClick={onClick}>
        {text(label)}
      </Button>
    </div>
  );
}

type ViewButtonProps = { view: View; label: MessageId; isQuiet?: boolean };

/** Shows a button that leads to another view of the sign-in page. */
export function ViewButton({ view, label, isQuiet = false }: ViewButtonProps) {
  const { text, show } = useAuthScreen();
  if (isQuiet) return <QuietButton label={label} onClick={() => show(view)} />;
  return (
    <div className={css.submit}>
      <Button tone="accent" onClick={() => show(view)}>
        {text(label)}
      </Button>
    </div>
  );
}

/** Shows a text field of the form with its error. */
export function FormField(props: ComponentProps<typeof TextField> & { name: FieldName }) {
  return <TextField {...props} error={useFieldError(props.name)} />;
}

/** Checks and sends a form. An error of a field moves the focus there; `refusal` has any other error. */
function useSubmission<Value>({ check, send, onDone }: AuthFormProps<Value>) {
  const { isLeaving } = useAuthScreen();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isSending, setSending] = useState(false);
  const isPending = isSending || isLeaving;

  /** Shows the errors and focuses their first field. Returns false if the form has none of their fields. */
  const showErrors = ({ elements }: HTMLFormElement, fieldErrors: FieldErrors) => {
    setErrors(fieldErrors);
    const firstInvalid = [...elements].find((control) => (control.getAttribute("name") ?? "") in fieldErrors);
    if (firstInvalid instanceof HTMLElement) firstInvalid.focus();
    return firstInvalid !== undefined;
  };
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const element = event.currentTarget;
    const values = readFields(element);
    setRefusal(null);
    if (showErrors(element, check?.(values) ?? {})) return;
    setSending(true);
    const answer = await send(values).catch((error: unknown) => ({ refusal: { error, retryAfter: null } }));
    setSending(false);
    if (!answer.refusal) return onDone(answer.value, values, element);
    const fieldError = toFieldRefusal(answer.refusal.error);
    if (!showErrors(element, fieldError ? { [fieldError.field]: fieldError.message } : {})) {
      setRefusal(answer.refusal);
    }
  };
  return { form, errors, refusal, isPending, onSubmit };
}

type RefusalAlertProps = Pick<AuthFormProps<unknown>, "tooMany" | "describe" | "children"> & {
  refusal: Refusal;
};

/** Shows why an action failed, in the visitor's language or else with the text of the service. */
export function RefusalAlert(props: RefusalAlertProps) {
  const { refusal, tooMany = "auth.error.tooManyFor", describe, children } = props;
  const { text, language } = useAuthScreen();
  const { error, retryAfter } = refusal;
  const message = describe ? { id: describe(error) } : toAuthMessage(error, navigator.onLine);
  const wait = "id" in message && message.id === "auth.error.tooMany" ? retryAfter : null;
  return (
    <Alert tone="critical">
      {"id" in message ? (
        <p>{wait ? text(tooMany, { wait: formatWait(wait, locales[language]) }) : text(message.id)}</p>
      ) : (
        <p lang="en">{message.serviceText}</p>
      )}
      {children}
    </Alert>
  );
}
