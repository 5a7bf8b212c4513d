import { useCallback } from "react";
import { locales } from "#cms/content/site.ts";
import type { SignInRules } from "#functions/contract/answers.schema.ts";
import { ApiError, toProblemMessage } from "#web/api/api-error.ts";
import { formatMoment, getFormatter } from "#web/language/formatters.ts";
import { AuthForm, RefusalAlert } from "#web/pages/sign-in/auth-form.tsx";
import { useAuthScreen } from "#web/pages/sign-in/auth-screen-context.tsx";
import { checkEmail } from "#web/pages/sign-in/credentials.ts";
import { EmailField } from "#web/pages/sign-in/email-field.tsx";
import { useAction } from "#web/pages/sign-in/passkey/passkey-button.tsx";
import type { AuthScreen } from "#web/pages/sign-in/types.ts";
import { Heading, Text } from "#web/ui/text.tsx";
import * as css from "./account.css.ts";
import { toOutcome, useLoaded } from "./own-list.tsx";
import { ConfirmButton, Part } from "./part.tsx";

type FormAction = "first" | "invite";

const hasCode = (error: unknown, code: ApiError["code"]) => error instanceof ApiError && error.code === code;

function toMessage(error: unknown) {
  if (hasCode(error, "passkey_too_new")) return "auth.error.passkeyNew";
  return hasCode(error, "passkey_required") ? "account.rules.ownFirst" : toProblemMessage(error);
}

/** Sends a request and, if the edge demands a passkey, asks for it and sends the request again. */
async function sendWithPasskey<Value>(ask: AuthScreen["ask"], send: () => Promise<Value>): Promise<Value> {
  try {
    return await send();
  } catch (error) {
    if (hasCode(error, "passkey_required") && (await ask("passkey"))) return send();
    throw error;
  }
}

/**
 * Lets an administrator of the inbox set whether administrators need passkeys, invite others, and permit another one to
 * add the first passkey.
 */
export function Administrators() {
  const { text, language, api } = useAuthScreen();
  const read = useCallback(() => toOutcome(api<SignInRules>("/api/sign-in-rules")), [api]);
  const { value: rules, setValue: setRules, refusal, readAt } = useLoaded(read);
  return (
    <Part title={text("account.rules.title")} lead={text("account.rules.lead")}>
      {refusal && <RefusalAlert refusal={refusal} describe={toProblemMessage} />}
      {rules && (
        <>
          <PasskeyRule rules={rules} readAt={readAt} onChanged={setRules} />
          <AddressForm
            action="invite"
            send={(body) =>
              api("/api/administrators/invitations", { method: "POST", body: { ...body, language } })
            }
          />
          {rules.administrators_need_passkeys && (
            <AddressForm
              action="first"
              send={(body) => api("/api/sign-in-rules/first-passkeys", { method: "POST", body })}
            />
          )}
        </>
      )}
    </Part>
  );
}

type PasskeyRuleProps = {
  rules: SignInRules;
  /** Milliseconds since 1970. */
  readAt: number;
  onChanged: (rules: SignInRules) => void;
};

/** Shows the rule and the administrators without a passkey, and changes the rule. */
function PasskeyRule({ rules, readAt, onChanged }: PasskeyRuleProps) {
  const { text, language, toast, api, ask } = useAuthScreen();
  const { without_passkey: keyless } = rules;
  const count = keyless.length;
  const list = getFormatter(`list ${language}`, () => new Intl.ListFormat(locales[language]));
  const names = list.format(keyless.map(({ email }) => email));
  // The grace period of all administrators began with the rule.
  const [graceEnd] = keyless.flatMap(({ needs_passkey_from: end }) =>
    end && Date.parse(end) > readAt ? [end] : [],
  );
  const isNeeded = rules.administrators_need_passkeys;
  const body = { administrators_need_passkeys: !isNeeded };
  const change = () => api<SignInRules>("/api/sign-in-rules", { method: "PUT", body });
  const { refusal, run } = useAction(
    () => toOutcome(sendWithPasskey(ask, change)),
    (newRules) => {
      onChanged(newRules);
      toast({ title: text(isNeeded ? "account.rules.ended" : "account.rules.begun") });
    },
  );
  return (
    <>
      <Text weight="strong">{text(isNeeded ? "account.rules.needed" : "account.rules.notNeeded")}</Text>
      <Text tone="quiet">
        {text("account.rules.count", {
          count: rules.administrators,
          having: rules.administrators - count,
        })}
      </Text>
      {count > 0 && <Text tone="quiet">{text("account.rules.without", { count, names })}</Text>}
      {graceEnd && (
        <Text tone="quiet">
          {text("account.rules.grace", { count, moment: formatMoment(graceEnd, language) })}
        </Text>
      )}
      {refusal && <RefusalAlert refusal={refusal} describe={toMessage} />}
      <div className={css.action}>
        <ConfirmButton
          label={text(isNeeded ? "account.rules.end" : "account.rules.begin")}
          question={text(isNeeded ? "account.rules.endQuestion" : "account.rules.beginQuestion")}
          warning={
            isNeeded
              ? text("account.rules.endWarning")
              : text("account.rules.beginWarning", { count, names }).trim()
          }
          onConfirm={run}
        />
      </div>
    </>
  );
}

type AddressFormProps = { action: FormAction; send: (body: { email: string }) => Promise<unknown> };

/** Shows a form for an address, to invite an administrator or to permit one to add the first passkey. */
function AddressForm({ action, send }: AddressFormProps) {
  const { text, toast, ask } = useAuthScreen();
  return (
    <div className={css.form}>
      <div className={css.texts}>
        <Heading level={3} size="label">
          {text(`account.${action}.title`)}
        </Heading>
        <Text tone="quiet">{text(`account.${action}.lead`)}</Text>
      </div>
      <AuthForm
        check={({ email }) => checkEmail(email)}
        send={({ email }) => toOutcome(sendWithPasskey(ask, () => send({ email })))}
        onDone={(_, { email }, form) => {
          toast({ title: text(`account.${action}.done`), description: email });
          form.reset();
        }}
        describe={(error) => (hasCode(error, "not_found") ? `account.${action}.refused` : toMessage(error))}
        submit={{ label: `account.${action}.submit`, pending: "auth.code.pending" }}
        tone="plain"
        isCompact
      >
        <EmailField label={text(`account.${action}.email`)} autoComplete="off" />
      </AuthForm>
    </div>
  );
}
