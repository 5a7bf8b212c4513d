import { type FormEvent, useRef, useState } from "react";
import { useText } from "#web/language/use-text.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { authMessage } from "./auth-messages.ts";
import {
  type CredentialErrors,
  type CredentialMessage,
  type Credentials,
  checkCredentials,
  type Mode,
  readCredentials,
} from "./credentials.ts";
import { PasswordField } from "./password-field.tsx";
import * as css from "./sign-in.css.ts";

type SignInFormProps = {
  mode: Mode;
  /** Sends the credentials; the error of a refusal is returned or thrown. */
  send: (credentials: Credentials) => Promise<unknown>;
  /** The visitor is signed in and on the way to another document. */
  leaving: boolean;
};

type Answer = { mode: Mode; errors: CredentialErrors; failure: ReturnType<typeof authMessage> | null };

const fields = ["email", "password", "confirmation"] as const;

/** E-mail and password, for signing in and for creating an account; what was typed stays until it is accepted. */
export function SignInForm({ mode, send, leaving }: SignInFormProps) {
  const text = useText();
  const form = useRef<HTMLFormElement>(null);
  const [answer, setAnswer] = useState<Answer>({ mode, errors: {}, failure: null });
  const [sending, setSending] = useState(false);
  const pending = sending || leaving;
  // What was wrong with signing in says nothing about creating an account.
  const { errors, failure } = answer.mode === mode ? answer : { errors: {}, failure: null };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const credentials = readCredentials(event.currentTarget);
    const found = checkCredentials(mode, credentials);
    setAnswer({ mode, errors: found, failure: null });
    const first = fields.find((name) => found[name]);
    if (first) {
      focus(first);
      return;
    }
    setSending(true);
    const error = await send(credentials).catch((thrown: unknown) => thrown ?? new Error());
    setSending(false);
    if (error) setAnswer({ mode, errors: {}, failure: authMessage(error, navigator.onLine) });
  };
  const focus = (name: string) => {
    const control = form.current?.elements.namedItem(name);
    if (control instanceof HTMLElement) control.focus();
  };
  const words = (message: CredentialMessage | undefined) => message && text(message);
  const place = mode === "sign_in" ? "auth.signIn" : "auth.signUp";

  return (
    // As a post, so that a form sent before its script is there never writes a password into the address.
    <form ref={form} className={css.form} method="post" noValidate onSubmit={submit}>
      {failure && (
        <Alert tone="critical">
          {"id" in failure ? <p>{text(failure.id)}</p> : <p lang="en">{failure.providerWords}</p>}
        </Alert>
      )}
      <TextField
        label={text("auth.email")}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={words(errors.email)}
      />
      <PasswordField
        key={mode}
        label={text("auth.password")}
        name="password"
        autoComplete={mode === "sign_in" ? "current-password" : "new-password"}
        hint={mode === "sign_up" ? text("auth.passwordHint") : undefined}
        error={words(errors.password)}
      />
      {mode === "sign_up" && (
        <PasswordField
          label={text("auth.confirmation")}
          name="confirmation"
          autoComplete="new-password"
          error={words(errors.confirmation)}
        />
      )}
      <div className={css.submit}>
        <Button type="submit" tone="accent" aria-disabled={pending}>
          {text(pending ? `${place}.pending` : `${place}.submit`)}
        </Button>
      </div>
    </form>
  );
}
