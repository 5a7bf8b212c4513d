import { type FormEvent, useState } from "react";
import { ApiError } from "#web/api/api-error.ts";
import { problemMessage } from "#web/api/problem-messages.ts";
import { openFirstPasskey } from "#web/api/sign-in-rules.ts";
import { useText } from "#web/language/use-text.ts";
import { checkEmail, type FieldMessage, readFields } from "#web/pages/sign-in/credentials.ts";
import { EmailField } from "#web/pages/sign-in/email-field.tsx";
import type { Ask } from "#web/pages/sign-in/passkey/use-proof.tsx";
import { useSession } from "#web/session/session.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import { useToast } from "#web/ui/toast.tsx";
import * as css from "./account.css.ts";

type RefusalMessage = "account.first.unknown" | "account.rules.ownFirst" | ReturnType<typeof problemMessage>;

const hasCode = (error: unknown, code: ApiError["code"]) => error instanceof ApiError && error.code === code;

const toMessage = (error: unknown): RefusalMessage => {
  if (hasCode(error, "not_found")) return "account.first.unknown";
  if (hasCode(error, "passkey_required")) return "account.rules.ownFirst";
  return problemMessage(error);
};

/** Lets another administrator, who has no passkey and no recovery codes, add the first passkey. */
export function FirstPasskeyForm({ ask }: { ask: Ask }) {
  const text = useText();
  const toast = useToast();
  const { api } = useSession();
  const [fault, setFault] = useState<FieldMessage | undefined>();
  const [refusal, setRefusal] = useState<RefusalMessage | null>(null);
  const [sending, setSending] = useState(false);

  const open = async (email: string) => {
    const send = () => openFirstPasskey(api, email);
    try {
      await send().catch(async (error) => {
        if (hasCode(error, "passkey_required") && (await ask("passkey"))) return send();
        throw error;
      });
      toast({ title: text("account.first.opened"), description: email });
    } catch (error) {
      setRefusal(toMessage(error));
    }
  };
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const { email } = readFields(event.currentTarget);
    const wrong = checkEmail(email).email;
    setFault(wrong);
    setRefusal(null);
    if (wrong) return;
    setSending(true);
    await open(email);
    setSending(false);
  };

  return (
    <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
      <div className={css.words}>
        <Heading level={3} size="label">
          {text("account.first.title")}
        </Heading>
        <Text tone="quiet">{text("account.first.lead")}</Text>
      </div>
      {refusal && (
        <Alert tone="critical">
          <p>{text(refusal)}</p>
        </Alert>
      )}
      <EmailField
        label={text("account.first.email")}
        autoComplete="off"
        error={fault === undefined ? undefined : text(fault)}
      />
      <div className={css.action}>
        <Button type="submit" aria-disabled={sending}>
          {text(sending ? "auth.code.pending" : "account.first.submit")}
        </Button>
      </div>
    </form>
  );
}
