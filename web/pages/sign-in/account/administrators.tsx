import { useCallback, useEffect, useState } from "react";
import type { SignInRules } from "#functions/contract/sign-in-rules.ts";
import {
  changeSignInRules,
  inviteAdministrator,
  openFirstPasskey,
  readSignInRules,
} from "#web/api/administrators.ts";
import { ApiError } from "#web/api/api-error.ts";
import { problemMessage } from "#web/api/problem-messages.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import type { Ask } from "#web/pages/sign-in/passkey/use-proof.tsx";
import { useSession } from "#web/session/session.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Text } from "#web/ui/text.tsx";
import { useToast } from "#web/ui/toast.tsx";
import * as css from "./account.css.ts";
import { AdministratorForm } from "./administrator-form.tsx";
import { Part } from "./part.tsx";

/** The administrators of the inbox: whether all of them have to show a passkey, and the invitation of another one. */
export function Administrators({ ask }: { ask: Ask }) {
  const text = useText();
  const language = useLanguage();
  const toast = useToast();
  const { api } = useSession();
  const { rules, setRules, failed } = useRules();
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<"account.rules.ownFirst" | ReturnType<typeof problemMessage> | null>(
    null,
  );
  const needed = rules?.administrators_need_passkeys === true;

  const change = async () => {
    setAsking(false);
    setRefusal(null);
    const decide = () => changeSignInRules(api, !needed);
    try {
      // Whoever decides has just shown their own.
      setRules(
        await decide().catch(async (error) => {
          if (isOwnFirst(error) && (await ask("passkey"))) return decide();
          throw error;
        }),
      );
      toast({ title: text(needed ? "account.rules.ended" : "account.rules.begun") });
    } catch (error) {
      setRefusal(isOwnFirst(error) ? "account.rules.ownFirst" : problemMessage(error));
    }
  };
  return (
    <Part title={text("account.rules.title")} lead={text("account.rules.lead")}>
      {failed && (
        <Alert tone="critical">
          <p>{text(failed)}</p>
        </Alert>
      )}
      {rules && (
        <>
          <Text weight="strong">{text(needed ? "account.rules.needed" : "account.rules.notNeeded")}</Text>
          <Text tone="quiet">
            {text("account.rules.count", {
              count: rules.administrators,
              having: rules.administrators_with_passkeys,
            })}
          </Text>
          {refusal && (
            <Alert tone="critical">
              <p>{text(refusal)}</p>
            </Alert>
          )}
          <div className={css.action}>
            <Button onClick={() => setAsking(true)}>
              {text(needed ? "account.rules.end" : "account.rules.begin")}
            </Button>
          </div>
          <AdministratorForm
            action="invite"
            ask={ask}
            send={(email) => inviteAdministrator(api, email, language)}
          />
          {needed && (
            <AdministratorForm action="first" ask={ask} send={(email) => openFirstPasskey(api, email)} />
          )}
        </>
      )}
      {asking && (
        <ConfirmDialog
          title={text(needed ? "account.rules.endQuestion" : "account.rules.beginQuestion")}
          description={text(needed ? "account.rules.endWarning" : "account.rules.beginWarning")}
          confirmLabel={text(needed ? "account.rules.end" : "account.rules.begin")}
          cancelLabel={text("account.cancel")}
          onConfirm={change}
          onCancel={() => setAsking(false)}
        />
      )}
    </Part>
  );
}

const isOwnFirst = (error: unknown) => error instanceof ApiError && error.code === "passkey_required";

function useRules() {
  const { api } = useSession();
  const [rules, setRules] = useState<SignInRules | null>(null);
  const [failed, setFailed] = useState<ReturnType<typeof problemMessage> | null>(null);
  const load = useCallback(
    (signal: AbortSignal) =>
      readSignInRules(api, signal).then(setRules, (error) => {
        if (!signal.aborted) setFailed(problemMessage(error));
      }),
    [api],
  );
  useEffect(() => {
    const gone = new AbortController();
    load(gone.signal);
    return () => gone.abort();
  }, [load]);
  return { rules, setRules, failed };
}
