import { type FormEvent, useEffect, useRef, useState } from "react";
import { useText } from "#web/language/use-text.ts";
import * as css from "#web/pages/inbox/inbox-screen.css.ts";
import type { AccountActions } from "#web/session/account-actions.ts";
import { hasPasskeys, isCanceled } from "#web/session/account-actions.ts";
import { useSession } from "#web/session/session.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Text } from "#web/ui/text.tsx";

type Failure =
  | "auth.error.credentials"
  | "auth.error.tooMany"
  | "auth.error.offline"
  | "auth.error.unexpected";

function toFailureMessage(error: unknown): Failure {
  const { code, status } = error as { code?: string; status?: number };
  if (code === "invalid_credentials") return "auth.error.credentials";
  if (status === 429) return "auth.error.tooMany";
  return navigator.onLine ? "auth.error.unexpected" : "auth.error.offline";
}

/** Runs one sign-in attempt at a time, and returns the failure of the last one. */
function useSignInAttempt() {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const attempt = async (signIn: () => ReturnType<AccountActions["signInWithPasskey"]>) => {
    if (pending) return;
    setPending(true);
    const { refusal } = await signIn();
    setPending(false);
    setFailure(refusal && !isCanceled(refusal.error) ? toFailureMessage(refusal.error) : null);
  };
  return { pending, failure, attempt };
}

/**
 * Asks for the password or a passkey after the session has ended. `signInHref` is the address of the sign-in page that
 * returns to the inbox.
 */
export function SignInAgain({ email, signInHref }: { email: string; signInHref: string }) {
  const text = useText();
  const { account } = useSession();
  const { pending, failure, attempt } = useSignInAttempt();

  const form = useRef<HTMLFormElement>(null);
  // The dialog focuses the e-mail field, which is already filled in.
  useEffect(() => form.current?.querySelector<HTMLElement>("[name=password]")?.focus(), []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    void attempt(() => account.signIn(email, password));
  };
  return (
    <Modal title={text("inbox.expired")}>
      <Text tone="quiet">{text("inbox.expired.detail")}</Text>
      <form ref={form} className={css.form} method="post" onSubmit={submit}>
        {failure && <Alert tone="critical" text={text(failure)} />}
        <TextField
          label={text("auth.email")}
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          readOnly
        />
        <TextField
          label={text("auth.password")}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <div className={css.buttons}>
          {hasPasskeys() && (
            <Button size="small" aria-disabled={pending} onClick={() => attempt(account.signInWithPasskey)}>
              {text("auth.passkey.submit")}
            </Button>
          )}
          <Button type="submit" tone="accent" size="small" aria-disabled={pending}>
            {text(pending ? "auth.signIn.pending" : "auth.signIn.submit")}
          </Button>
          <LinkButton tone="quiet" size="small" href={signInHref}>
            {text("inbox.expired.other")}
          </LinkButton>
        </div>
      </form>
    </Modal>
  );
}
