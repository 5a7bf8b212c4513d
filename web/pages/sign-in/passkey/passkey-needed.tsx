import { useState } from "react";
import { LoadFailure, useOwnList } from "#web/pages/sign-in/account/own-list.tsx";
import { AuthForm, FormField, QuietButton, RefusalAlert } from "#web/pages/sign-in/auth-form.tsx";
import { useAuthScreen } from "#web/pages/sign-in/auth-screen-context.tsx";
import { checkCurrentPassword } from "#web/pages/sign-in/credentials.ts";
import { CurrentPasswordField, UserNameForManagers } from "#web/pages/sign-in/password-fields.tsx";
import * as css from "#web/pages/sign-in/sign-in.css.ts";
import type { ProofRequest } from "#web/pages/sign-in/types.ts";
import { hasPasskeys, isCanceled } from "#web/session/account-actions.ts";
import { Button } from "#web/ui/button.tsx";
import { FormDialog } from "#web/ui/dialog.tsx";
import { Text } from "#web/ui/text.tsx";
import { PasskeyButton, useAddPasskey } from "./passkey-button.tsx";

/**
 * Asks an administrator on the way to the inbox for a passkey, or to add the first one, if the sign-in rules demand it.
 */
export function PasskeyNeeded() {
  const { text, account, checkRole, signOut } = useAuthScreen();
  const { items: passkeys, failed, load } = useOwnList(account.listPasskeys);

  return (
    <div className={css.form}>
      {failed && <LoadFailure message="account.passkeys.failed" retry={load} />}
      {passkeys === null && !failed && <Text tone="quiet">{text("account.loading")}</Text>}
      {passkeys && passkeys.length > 0 && <OwnPasskey onProven={checkRole} />}
      {passkeys?.length === 0 && <FirstPasskey onAdded={checkRole} />}
      <QuietButton label="account.signOut" onClick={signOut} />
    </div>
  );
}

/** Asks for a passkey of the account, or for a recovery code in its place. */
function OwnPasskey({ onProven }: { onProven: () => void }) {
  const { text } = useAuthScreen();
  const isSupported = hasPasskeys();
  const [byCode, setByCode] = useState(!isSupported);
  return (
    <>
      {isSupported ? (
        <PasskeyButton tone="accent" onSignedIn={onProven} />
      ) : (
        <Text>{text("auth.passkey.unsupported")}</Text>
      )}
      {byCode ? (
        <RecoveryCodeForm onSpent={onProven} cancel={isSupported ? () => setByCode(false) : undefined} />
      ) : (
        <QuietButton label="auth.recovery.open" onClick={() => setByCode(true)} />
      )}
    </>
  );
}

/** Lets an administrator without a passkey add the first one. Asks for a proof of identity if the edge demands it. */
function FirstPasskey({ onAdded }: { onAdded: () => void }) {
  const { text, user } = useAuthScreen();
  const { isPending, refusal, run } = useAddPasskey(onAdded);
  return (
    <div className={css.form}>
      {refusal && <RefusalAlert refusal={refusal} />}
      <Text>{text("auth.passkey.none")}</Text>
      <Text>{text("auth.passkey.first")}</Text>
      {hasPasskeys() ? (
        <Button tone="accent" aria-disabled={isPending} onClick={run}>
          {text(isPending ? "auth.passkey.pending" : "account.passkeys.add")}
        </Button>
      ) : (
        <Text>{text("account.passkeys.unsupported")}</Text>
      )}
      <ProofDialog email={user?.email ?? ""} />
    </div>
  );
}

/** Asks the signed-in user for a proof of identity, while one is requested. */
export function ProofDialog({ email }: { email: string }) {
  const { text, proofRequest } = useAuthScreen();
  if (!proofRequest) return null;
  const onProven = () => proofRequest.answer(true);
  const onCancel = () => proofRequest.answer(false);
  const { proof } = proofRequest;
  return (
    <FormDialog
      title={text(proof === "first" ? "account.proof.firstTitle" : "account.proof.title")}
      description={text(`account.proof.${proof}`)}
      onCancel={onCancel}
    >
      {proof === "passkey" ? (
        <PasskeyProof onProven={onProven} onCancel={onCancel} />
      ) : (
        <PasswordProof email={email} request={proofRequest} onProven={onProven} onCancel={onCancel} />
      )}
      {proof === "any" && hasPasskeys() && <PasskeyButton onSignedIn={onProven} />}
    </FormDialog>
  );
}

type ProofProps = { onProven: () => void; onCancel: () => void };

type PasswordProofProps = ProofProps & { email: string; request: Pick<ProofRequest, "proof" | "send"> };

/** Asks for the current password as a proof of identity, which signs the user in again or goes with the action. */
function PasswordProof({ email, request, onProven, onCancel }: PasswordProofProps) {
  const { account } = useAuthScreen();
  const { proof, send } = request;
  const sendPassword = async (current: string) => {
    const outcome = await (send ?? ((password) => account.signInAgain(email, password)))(current);
    if (outcome.refusal && isCanceled(outcome.refusal.error)) onCancel();
    return outcome;
  };
  return (
    <AuthForm<unknown>
      check={checkCurrentPassword}
      send={({ current }) => sendPassword(current)}
      onDone={onProven}
      submit={
        proof === "first"
          ? { label: "account.passkeys.add", pending: "auth.passkey.pending" }
          : { label: "account.proof.submit", pending: "auth.code.pending" }
      }
      cancel={onCancel}
    >
      <UserNameForManagers email={email} />
      <CurrentPasswordField />
    </AuthForm>
  );
}

/** Asks for a passkey, or for a recovery code in its place, as proof of identity before a sensitive change. */
function PasskeyProof({ onProven, onCancel }: ProofProps) {
  const { text } = useAuthScreen();
  const [byCode, setByCode] = useState(!hasPasskeys());
  if (byCode) return <RecoveryCodeForm onSpent={onProven} cancel={onCancel} />;
  return (
    <div className={css.form}>
      <PasskeyButton tone="accent" onSignedIn={onProven} />
      <div className={css.choices}>
        <Button tone="quiet" size="small" onClick={() => setByCode(true)}>
          {text("auth.recovery.open")}
        </Button>
        <Button size="small" onClick={onCancel}>
          {text("account.cancel")}
        </Button>
      </div>
    </div>
  );
}

type RecoveryCodeFormProps = { onSpent: () => void; cancel: (() => void) | undefined };

/** Shows a form for a recovery code in place of a lost passkey. */
function RecoveryCodeForm({ onSpent, cancel }: RecoveryCodeFormProps) {
  const { text, account } = useAuthScreen();
  return (
    <AuthForm
      check={({ recovery }) => (recovery ? {} : { recovery: "auth.required.recovery" })}
      send={({ recovery }) => account.spendRecoveryCode(recovery)}
      onDone={onSpent}
      submit={{ label: "auth.recovery.submit", pending: "auth.code.pending" }}
      tone="plain"
      cancel={cancel}
    >
      <FormField
        label={text("auth.recovery")}
        name="recovery"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        required
      />
    </AuthForm>
  );
}
