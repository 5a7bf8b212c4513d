import { useCallback, useEffect, useState } from "react";
import { useText } from "#web/language/use-text.ts";
import { RefusalAlert } from "#web/pages/sign-in/refusal-alert.tsx";
import * as css from "#web/pages/sign-in/sign-in.css.ts";
import { hasPasskeys } from "#web/session/account-actions.ts";
import { useSession } from "#web/session/session.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Text } from "#web/ui/text.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { RecoveryCodeForm } from "./recovery-code-form.tsx";
import { useAddPasskey } from "./use-add-passkey.ts";
import { useProof } from "./use-proof.tsx";

/** What an administrator does on the way to the inbox while administrators need passkeys: shows one, or makes the first. */
export function PasskeyNeeded({ email }: { email: string }) {
  const text = useText();
  const { account, checkRole, signOut } = useSession();
  const [has, setHas] = useState<boolean | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(async () => {
    setFailed(false);
    const answer = await account.listPasskeys();
    setFailed(answer.refusal !== null);
    if (!answer.refusal) setHas(answer.value.length > 0);
  }, [account]);
  useEffect(() => {
    load();
  }, [load]);

  return (
    <div className={css.form}>
      {failed && (
        <Alert tone="critical">
          <p>{text("account.passkeys.failed")}</p>
          <Button size="small" onClick={load}>
            {text("account.sessions.retry")}
          </Button>
        </Alert>
      )}
      {has === null && !failed && <Text tone="quiet">{text("account.loading")}</Text>}
      {has === true && <OwnPasskey onShown={checkRole} />}
      {has === false && <FirstPasskey email={email} onAdded={checkRole} />}
      <div className={css.toggle}>
        <Button tone="quiet" size="small" onClick={signOut}>
          {text("account.signOut")}
        </Button>
      </div>
    </div>
  );
}

function OwnPasskey({ onShown }: { onShown: () => void }) {
  const text = useText();
  const supported = hasPasskeys();
  const [byCode, setByCode] = useState(!supported);
  return (
    <>
      {supported ? (
        <PasskeyButton tone="accent" onSignedIn={onShown} />
      ) : (
        <Text>{text("auth.passkey.unsupported")}</Text>
      )}
      {byCode ? (
        <RecoveryCodeForm onSpent={onShown} {...(supported && { cancel: () => setByCode(false) })} />
      ) : (
        <div className={css.toggle}>
          <Button tone="quiet" size="small" onClick={() => setByCode(true)}>
            {text("auth.recovery.open")}
          </Button>
        </div>
      )}
    </>
  );
}

function FirstPasskey({ email, onAdded }: { email: string; onAdded: () => void }) {
  const text = useText();
  const proof = useProof(email);
  const { adding, refusal, add } = useAddPasskey(proof.attempt, onAdded);
  return (
    <div className={css.form}>
      {refusal && <RefusalAlert refusal={refusal} />}
      <Text>{text("auth.passkey.none")}</Text>
      <Text>{text("auth.passkey.first")}</Text>
      {hasPasskeys() ? (
        <Button tone="accent" aria-disabled={adding} onClick={add}>
          {text(adding ? "auth.passkey.pending" : "account.passkeys.add")}
        </Button>
      ) : (
        <Text>{text("account.passkeys.unsupported")}</Text>
      )}
      {proof.question}
    </div>
  );
}
