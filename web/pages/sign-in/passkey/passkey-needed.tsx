import { useState } from "react";
import { useText } from "#web/language/use-text.ts";
import { LoadFailure, useOwnList } from "#web/pages/sign-in/account/own-list.tsx";
import { RefusalAlert } from "#web/pages/sign-in/auth-form.tsx";
import * as css from "#web/pages/sign-in/sign-in.css.ts";
import { hasPasskeys } from "#web/session/account-actions.ts";
import { useSession } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Text } from "#web/ui/text.tsx";
import { useAddPasskey } from "./credential-requests.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { ProofDialog, RecoveryCodeForm } from "./proof-dialog.tsx";

/**
 * Asks an administrator on the way to the inbox for a passkey, or to add the first one, if the sign-in rules demand it.
 */
export function PasskeyNeeded() {
  const text = useText();
  const { account, checkRole, signOut } = useSession();
  const { items: passkeys, failed, load } = useOwnList(account.listPasskeys);

  return (
    <div className={css.form}>
      {failed && <LoadFailure message="account.passkeys.failed" retry={load} />}
      {passkeys === null && !failed && <Text tone="quiet">{text("account.loading")}</Text>}
      {passkeys && passkeys.length > 0 && <OwnPasskey onShown={checkRole} />}
      {passkeys?.length === 0 && <FirstPasskey onAdded={checkRole} />}
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
  const isSupported = hasPasskeys();
  const [byCode, setByCode] = useState(!isSupported);
  return (
    <>
      {isSupported ? (
        <PasskeyButton tone="accent" onSignedIn={onShown} />
      ) : (
        <Text>{text("auth.passkey.unsupported")}</Text>
      )}
      {byCode ? (
        <RecoveryCodeForm onSpent={onShown} cancel={isSupported ? () => setByCode(false) : undefined} />
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

function FirstPasskey({ onAdded }: { onAdded: () => void }) {
  const text = useText();
  const { user } = useSession();
  const { isAdding, refusal, add } = useAddPasskey(onAdded);
  return (
    <div className={css.form}>
      {refusal && <RefusalAlert refusal={refusal} />}
      <Text>{text("auth.passkey.none")}</Text>
      <Text>{text("auth.passkey.first")}</Text>
      {hasPasskeys() ? (
        <Button tone="accent" aria-disabled={isAdding} onClick={add}>
          {text(isAdding ? "auth.passkey.pending" : "account.passkeys.add")}
        </Button>
      ) : (
        <Text>{text("account.passkeys.unsupported")}</Text>
      )}
      <ProofDialog email={user?.email ?? ""} />
    </div>
  );
}
