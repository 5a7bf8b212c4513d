import { type FormEvent, useEffect, useState } from "react";
import type { SignInRules } from "#functions/contract/account.ts";
import {
  changeSignInRules,
  inviteAdministrator,
  openFirstPasskey,
  readSignInRules,
} from "#web/api/administrators.ts";
import { ApiError } from "#web/api/api-error.ts";
import { type ProblemMessage, toProblemMessage } from "#web/api/problem-messages.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { useAuthScreen } from "#web/pages/sign-in/auth-screen-context.tsx";
import { checkEmail, readFields } from "#web/pages/sign-in/credentials.ts";
import { EmailField } from "#web/pages/sign-in/email-field.tsx";
import type { AuthScreen, FieldMessage } from "#web/pages/sign-in/types.ts";
import { useSession } from "#web/session/session.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import { useToast } from "#web/ui/toast.tsx";
import * as css from "./account.css.ts";
import { ConfirmButton, Part } from "./part.tsx";

type FormAction = "first" | "invite";
type RefusalMessage = ProblemMessage | "account.rules.ownFirst" | `account.${FormAction}.refused`;

const hasCode = (error: unknown, code: ApiError["code"]) => error instanceof ApiError && error.code === code;

const toMessage = (error: unknown): RefusalMessage =>
  hasCode(error, "passkey_required") ? "account.rules.ownFirst" : toProblemMessage(error);

/** Sends a request and, if the edge demands a passkey, asks for it and sends the request again. */
async function sendWithPasskey<Value>(ask: AuthScreen["ask"], send: () => Promise<Value>): Promise<Value> {
  try {
    return await send();
  } catch (error) {
    if (hasCode(error, "passkey_required") && (await ask("passkey"))) return send();
    throw error;
  }
}

/** Sets whether the administrators of the inbox need passkeys, and invites administrators. */
export function Administrators() {
  const text = useText();
  const language = useLanguage();
  const { api } = useSession();
  const { rules, setRules, failure } = useRules();
  return (
    <Part title={text("account.rules.title")} lead={text("account.rules.lead")}>
      {failure && <FailureAlert message={failure} />}
      {rules && (
        <>
          <PasskeyRule rules={rules} onChanged={setRules} />
          <AddressForm action="invite" send={(email) => inviteAdministrator(api, email, language)} />
          {rules.administrators_need_passkeys && (
            <AddressForm action="first" send={(email) => openFirstPasskey(api, email)} />
          )}
        </>
      )}
    </Part>
  );
}

function useRules() {
  const { api } = useSession();
  const [rules, setRules] = useState<SignInRules | null>(null);
  const [failure, setFailure] = useState<ProblemMessage | null>(null);
  useEffect(() => {
    const abortController = new AbortController();
    readSignInRules(api, abortController.signal).then(setRules, (error) => {
      if (!abortController.signal.aborted) setFailure(toProblemMessage(error));
    });
    return () => abortController.abort();
  }, [api]);
  return { rules, setRules, failure };
}

function FailureAlert({ message }: { message: RefusalMessage }) {
  const text = useText();
  return (
    <Alert tone="critical">
      <p>{text(message)}</p>
    </Alert>
  );
}

type PasskeyRuleProps = { rules: SignInRules; onChanged: (rules: SignInRules) => void };

function PasskeyRule({ rules, onChanged }: PasskeyRuleProps) {
  const text = useText();
  const toast = useToast();
  const { api } = useSession();
  const { ask } = useAuthScreen();
  const [refusal, setRefusal] = useState<RefusalMessage | null>(null);
  const isNeeded = rules.administrators_need_passkeys;

  const change = async () => {
    setRefusal(null);
    try {
      onChanged(await sendWithPasskey(ask, () => changeSignInRules(api, !isNeeded)));
      toast({ title: text(isNeeded ? "account.rules.ended" : "account.rules.begun") });
    } catch (error) {
      setRefusal(toMessage(error));
    }
  };
  return (
    <>
      <Text weight="strong">{text(isNeeded ? "account.rules.needed" : "account.rules.notNeeded")}</Text>
      <Text tone="quiet">
        {text("account.rules.count", {
          count: rules.administrators,
          having: rules.administrators_with_passkeys,
        })}
      </Text>
      {refusal && <FailureAlert message={refusal} />}
      <div className={css.action}>
        <ConfirmButton
          label={text(isNeeded ? "account.rules.end" : "account.rules.begin")}
          question={text(isNeeded ? "account.rules.endQuestion" : "account.rules.beginQuestion")}
          warning={text(isNeeded ? "account.rules.endWarning" : "account.rules.beginWarning")}
          onConfirm={change}
        />
      </div>
    </>
  );
}

type AddressFormProps = { action: FormAction; send: (email: string) => Promise<unknown> };

/** Sends an administrator's address, for an invitation or for permission to add the first passkey. */
function AddressForm({ action, send }: AddressFormProps) {
  const text = useText();
  const { fieldError, refusal, isSending, onSubmit } = useAddressForm(action, send);
  return (
    <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
      <div className={css.texts}>
        <Heading level={3} size="label">
          {text(`account.${action}.title`)}
        </Heading>
        <Text tone="quiet">{text(`account.${action}.lead`)}</Text>
      </div>
      {refusal && <FailureAlert message={refusal} />}
      <EmailField
        label={text(`account.${action}.email`)}
        autoComplete="off"
        error={fieldError && text(fieldError)}
      />
      <div className={css.action}>
        <Button type="submit" aria-disabled={isSending}>
          {text(isSending ? "auth.code.pending" : `account.${action}.submit`)}
        </Button>
      </div>
    </form>
  );
}

function useAddressForm(action: FormAction, send: AddressFormProps["send"]) {
  const text = useText();
  const toast = useToast();
  const { ask } = useAuthScreen();
  const [fieldError, setFieldError] = useState<FieldMessage | undefined>();
  const [refusal, setRefusal] = useState<RefusalMessage | null>(null);
  const [isSending, setSending] = useState(false);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isSending) return;
    const { email } = readFields(form);
    const emailError = checkEmail(email).email;
    setFieldError(emailError);
    setRefusal(null);
    if (emailError) return;
    setSending(true);
    try {
      await sendWithPasskey(ask, () => send(email));
      toast({ title: text(`account.${action}.done`), description: email });
      form.reset();
    } catch (error) {
      setRefusal(hasCode(error, "not_found") ? `account.${action}.refused` : toMessage(error));
    }
    setSending(false);
  };
  return { fieldError, refusal, isSending, onSubmit };
}
