import { type FormEvent, useState } from "react";
import { ApiError } from "#web/api/api-error.ts";
import { problemMessage } from "#web/api/problem-messages.ts";
import { useText } from "#web/language/use-text.ts";
import { checkEmail, type FieldMessage, readFields } from "#web/pages/sign-in/credentials.ts";
import { EmailField } from "#web/pages/sign-in/email-field.tsx";
import type { Ask } from "#web/pages/sign-in/passkey/use-proof.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import { useToast } from "#web/ui/toast.tsx";
import * as css from "./account.css.ts";

type Action = "first" | "invite";
type RefusalMessage =
  | `account.${Action}.refused`
  | "account.rules.ownFirst"
  | ReturnType<typeof problemMessage>;

const hasCode = (error: unknown, code: ApiError["code"]) => error instanceof ApiError && error.code === code;

function toMessage(error: unknown, action: Action): RefusalMessage {
  if (hasCode(error, "not_found")) return `account.${action}.refused`;
  if (hasCode(error, "passkey_required")) return "account.rules.ownFirst";
  return problemMessage(error);
}

/**
 * Sends an administrator's address, for an invitation or for permission to add the first passkey. Asks the caller for a passkey if the last proof is
 * older than 15 minutes.
 */
export function AdministratorForm({
  action,
  send,
  ask,
}: {
  action: Action;
  send: (email: string) => Promise<unknown>;
  ask: Ask;
}) {
  const text = useText();
  const toast = useToast();
  const [fault, setFault] = useState<FieldMessage | undefined>();
  const [refusal, setRefusal] = useState<RefusalMessage | null>(null);
  const [sending, setSending] = useState(false);

  const sendAfterPasskey = async (email: string) => {
    try {
      await send(email).catch(async (error) => {
        if (hasCode(error, "passkey_required") && (await ask("passkey"))) return send(email);
        throw error;
      });
      toast({ title: text(`account.${action}.done`), description: email });
      return true;
    } catch (error) {
      setRefusal(toMessage(error, action));
      return false;
    }
  };
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (sending) return;
    const { email } = readFields(form);
    const wrong = checkEmail(email).email;
    setFault(wrong);
    setRefusal(null);
    if (wrong) return;
    setSending(true);
    if (await sendAfterPasskey(email)) form.reset();
    setSending(false);
  };

  return (
    <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
      <div className={css.words}>
        <Heading level={3} size="label">
          {text(`account.${action}.title`)}
        </Heading>
        <Text tone="quiet">{text(`account.${action}.lead`)}</Text>
      </div>
      {refusal && (
        <Alert tone="critical">
          <p>{text(refusal)}</p>
        </Alert>
      )}
      <EmailField
        label={text(`account.${action}.email`)}
        autoComplete="off"
        error={fault === undefined ? undefined : text(fault)}
      />
      <div className={css.action}>
        <Button type="submit" aria-disabled={sending}>
          {text(sending ? "auth.code.pending" : `account.${action}.submit`)}
        </Button>
      </div>
    </form>
  );
}
