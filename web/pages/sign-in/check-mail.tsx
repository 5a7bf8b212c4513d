import type { Session } from "@supabase/auth-js";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { locales } from "#cms/content/site.ts";
import type { MailPurpose } from "#functions/contract/account.ts";
import type { Refusal } from "#web/session/account-actions.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Text, VisuallyHidden } from "#web/ui/text.tsx";
import { AuthForm, RefusalAlert, useFieldError, ViewButton } from "./auth-form.tsx";
import { countSecondsLeft, formatWait, toFieldRefusal } from "./auth-messages.ts";
import { useAuthScreen } from "./auth-screen-context.tsx";
import { checkCode } from "./credentials.ts";
import * as css from "./sign-in.css.ts";
import type { View } from "./types.ts";

type CheckMailView = Extract<View, { name: "check_mail" }>;

type CodeFormProps = {
  purpose: MailPurpose;
  /** The recipient of the code. Without it the form's `address` field names the recipient. */
  email?: string;
  /** Called after the right code. The visitor is signed in, except after the first half of a change of address. */
  onSpent: (session: Session | null, address: string) => void;
  tone?: "accent" | "plain";
  children?: ReactNode;
};

const maximumCodeAttempts = 5;

/**
 * Shows a form for the six-digit code of a mail, for visitors who read it on another device. After five rejected codes,
 * the field says that the code no longer counts (`isDead`).
 */
export function CodeForm({ purpose, email, onSpent, tone, children }: CodeFormProps) {
  const { account } = useAuthScreen();
  const wrongCodeCount = useRef(0);
  return (
    <AuthForm
      check={checkCode}
      send={async ({ address, code }) => {
        const answer = await account.spendCode(purpose, email ?? address, code);
        // A lost network or a rate limit says nothing about the code.
        if (!answer.refusal) wrongCodeCount.current = 0;
        else if (toFieldRefusal(answer.refusal.error)?.field === "code") wrongCodeCount.current += 1;
        return answer;
      }}
      onDone={({ session }, { address }) => onSpent(session, address)}
      submit={{ label: "auth.code.submit", pending: "auth.code.pending" }}
      tooMany="auth.error.tooManyCodes"
      tone={tone}
    >
      {children}
      <CodeField isDead={() => wrongCodeCount.current >= maximumCodeAttempts} />
    </AuthForm>
  );
}

/** Shows the field for a mailed code. `isDead` tells whether the code no longer counts after too many attempts. */
function CodeField({ isDead }: { isDead: () => boolean }) {
  const { text } = useAuthScreen();
  const error = useFieldError("code");
  return (
    <TextField
      label={text("auth.code")}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      // Room for separators in a pasted code, which `readFields` removes.
      maxLength={11}
      required
      error={error && (isDead() ? text("auth.code.dead") : error)}
    />
  );
}

const resendSeconds = 60;

/** Shows a button that sends the mail again, after a wait, and one that leads back to the sign-in. */
export function Resend({ view }: { view: CheckMailView }) {
  const { text, toast, language, account, returnTo, show } = useAuthScreen();
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const secondsToWait = useCountdown(view.sentAt, resendSeconds);
  const isWaiting = secondsToWait > 0;
  const wait = formatWait(secondsToWait, locales[language]);

  const resend = async () => {
    if (isSending || isWaiting) return;
    setSending(true);
    const answer = await account.sendMail(view.purpose, view.email, returnTo());
    setSending(false);
    setRefusal(answer.refusal);
    if (answer.refusal) return;
    toast({ title: text("auth.mail.resent"), description: text("auth.mail.resentDetail") });
    show({ ...view, sentAt: Date.now() });
  };

  return (
    <div className={css.aside}>
      <Text tone="quiet" size="small">
        {text("auth.mail.missing")}
      </Text>
      {refusal && <RefusalAlert refusal={refusal} />}
      <div className={css.choices}>
        <Button size="small" aria-disabled={isSending || isWaiting} onClick={resend}>
          {text(isSending ? "auth.mail.resending" : "auth.mail.resend")}
        </Button>
        {/* Hidden from screen readers: they announce the start and the end of the wait, not each second. */}
        {isWaiting && (
          <span className={css.count} aria-hidden="true">
            {text("auth.mail.wait", { wait })}
          </span>
        )}
        <span aria-live="polite">
          <VisuallyHidden>{text(isWaiting ? "auth.mail.waitHeard" : "auth.mail.ready")}</VisuallyHidden>
        </span>
      </div>
      <ViewButton view={{ name: "sign_in" }} label="auth.back" isQuiet />
    </div>
  );
}

/** Counts down from `seconds`, starting at `since` (milliseconds), once a second. */
function useCountdown(since: number, seconds: number): number {
  const [now, setNow] = useState(() => Date.now());
  const secondsToWait = countSecondsLeft(since, seconds, now);
  const isRunning = secondsToWait > 0;
  useEffect(() => {
    setNow(Math.max(Date.now(), since));
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [since, isRunning]);
  return secondsToWait;
}
