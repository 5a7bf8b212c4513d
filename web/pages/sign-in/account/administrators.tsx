import { useCallback, useEffect } from "react";
import { locales } from "#cms/content/site.ts";
import type { SignInRules } from "#functions/contract/answers.schema.ts";
import { ApiError, toProblemMessage } from "#web/api/api-error.ts";
import { formatMoment, getFormatter } from "#web/language/formatters.ts";
import { AuthForm, RefusalAlert } from "#web/pages/sign-in/auth-form.tsx";
import { useAuthScreen } from "#web/pages/sign-in/auth-screen-context.tsx";
import { checkEmail } from "#web/pages/sign-in/credentials.ts";
import { EmailField } from "#web/pages/sign-in/email-field.tsx";
import { addNamedPasskey, useAction } from "#web/pages/sign-in/passkey/passkey-button.tsx";
import { hasPasskeys } from "#web/session/account-actions.ts";
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

type SendWithPasskey = <Value>(send: () => Promise<Value>) => Promise<Value>;

/**
 * Returns the function that sends a request and, if the edge demands a passkey, asks for it and sends the request again.
 * A user without a passkey adds the first one on the way.
 */
function useSendWithPasskey(onPasskeyAdded: () => void): SendWithPasskey {
  const { ask, account } = useAuthScreen();
  const proveByPasskey = async (): Promise<boolean> => {
    const passkeys = await account.listPasskeys();
    if (passkeys.refusal || passkeys.value.length > 0 || !hasPasskeys()) return ask("passkey");
    const isAdded = await ask("first", (current) => addNamedPasskey(account, current));
    if (isAdded) onPasskeyAdded();
    return isAdded;
  };
  return async (send) => {
    try {
      return await send();
    } catch (error) {
      if (hasCode(error, "passkey_required") && (await proveByPasskey())) return send();
      throw error;
    }
  };
}

type AdministratorsProps = { changeCount: number; onPasskeyAdded: () => void };

/**
 * Lets an administrator of the inbox set whether administrators need passkeys, invite others, and permit another one to
 * add the first passkey. A changed `changeCount` reads the rules again, and keeps a typed address.
 */
export function Administrators({ changeCount, onPasskeyAdded }: AdministratorsProps) {
  const { text, language, api } = useAuthScreen();
  const sendWithPasskey = useSendWithPasskey(onPasskeyAdded);
  const read = useCallback(() => toOutcome(api<SignInRules>("/api/sign-in-rules")), [api]);
  const { value: rules, setValue: setRules, refusal, readAt, load } = useLoaded(read);
  useEffect(() => {
    if (changeCount > 0) void load();
  }, [changeCount, load]);
  return (
    <Part title={text("account.rules.title")} lead={text("account.rules.lead")}>
      {refusal && <RefusalAlert refusal={refusal} describe={toProblemMessage} />}
      {rules && (
        <>
          <PasskeyRule rules={rules} readAt={readAt} sendWithPasskey={sendWithPasskey} onChanged={setRules} />
          <AddressForm
            action="invite"
            send={(body) =>
              sendWithPasskey(() =>
                api("/api/administrators/invitations", { method: "POST", body: { ...body, language } }),
              )
            }
          />
          {rules.administrators_need_passkeys && (
            <AddressForm
              action="first"
              send={(body) =>
                sendWithPasskey(() => api("/api/sign-in-rules/first-passkeys", { method: "POST", body }))
              }
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
  sendWithPasskey: SendWithPasskey;
  onChanged: (rules: SignInRules) => void;
};

/** Shows the rule and the administrators without a passkey, and changes the rule. */
function PasskeyRule({ rules, readAt, sendWithPasskey, onChanged }: PasskeyRuleProps) {
  const { text, language, toast, api } = useAuthScreen();
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
    () => toOutcome(sendWithPasskey(change)),
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
      {count > 0 && <Text tone="quiet">{text("account.rules.without", { names })}</Text>}
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
  const { text, toast } = useAuthScreen();
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
        send={({ email }) => toOutcome(send({ email }))}
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
