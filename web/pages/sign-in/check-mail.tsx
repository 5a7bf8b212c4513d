import type { Session } from "@supabase/auth-js";
import { useState } from "react";
import { locales } from "#cms/content/site.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import type { Refusal } from "#web/session/outcome.ts";
import { useSession } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Text, VisuallyHidden } from "#web/ui/text.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { waitInWords } from "./auth-messages.ts";
import { CodeForm } from "./code-form.tsx";
import { useCountdown } from "./countdown.ts";
import { RefusalAlert } from "./refusal-alert.tsx";
import * as css from "./sign-in.css.ts";
import type { View } from "./view.ts";

type CheckMailProps = {
  view: Extract<View, { name: "check_mail" }>;
  returnTo: string;
  leaving: boolean;
  /** The code was right: the visitor is signed in. */
  onSpent: (session: Session | null) => void;
  show: (view: View) => void;
};

const resendBackoff = 60;

/** Waits for the visitor to open a mail: its code can be entered here, and another mail be asked for. */
export function CheckMail({ view, returnTo, leaving, onSpent, show }: CheckMailProps) {
  const { account } = useSession();
  const { purpose, email } = view;
  return (
    <>
      <CodeForm
        leaving={leaving}
        spend={async ({ code }) => {
          const answer = await account.spendCode(purpose, email, code);
          if (!answer.refusal) onSpent(answer.value.session);
          return answer;
        }}
      />
      <Resend view={view} returnTo={returnTo} show={show} />
    </>
  );
}

function Resend({ view, returnTo, show }: Pick<CheckMailProps, "view" | "returnTo" | "show">) {
  const text = useText();
  const toast = useToast();
  const language = useLanguage();
  const { account } = useSession();
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const left = useCountdown(view.sentAt, resendBackoff);
  const waiting = left > 0;
  const wait = waitInWords(left, locales[language]);

  const resend = async () => {
    if (sending || waiting) return;
    setSending(true);
    const answer = await account.sendMail(view.purpose, view.email, returnTo);
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
        <Button size="small" aria-disabled={sending || waiting} onClick={resend}>
          {text(sending ? "auth.mail.resending" : "auth.mail.resend")}
        </Button>
        {/* Only shown: a screen reader announces the wait once, and its end once. */}
        {waiting && (
          <span className={css.count} aria-hidden="true">
            {text("auth.mail.wait", { wait })}
          </span>
        )}
        <span aria-live="polite">
          <VisuallyHidden>{text(waiting ? "auth.mail.waitHeard" : "auth.mail.ready")}</VisuallyHidden>
        </span>
      </div>
      <div className={css.toggle}>
        <Button tone="quiet" size="small" onClick={() => show({ name: "sign_in" })}>
          {text("auth.back")}
        </Button>
      </div>
    </div>
  );
}
