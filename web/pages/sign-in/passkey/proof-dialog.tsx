import { useState } from "react";
import { useText } from "#web/language/use-text.ts";
import { AuthForm } from "#web/pages/sign-in/auth-form.tsx";
import { useAuthScreen } from "#web/pages/sign-in/auth-screen-context.tsx";
import { checkCurrentPassword } from "#web/pages/sign-in/credentials.ts";
import { CurrentPasswordField, UserNameForManagers } from "#web/pages/sign-in/password-fields.tsx";
import * as css from "#web/pages/sign-in/sign-in.css.ts";
import { hasPasskeys } from "#web/session/account-actions.ts";
import { useSession } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormDialog } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/field.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

/** Asks the signed-in user for a proof of identity, while one is requested. */
export function ProofDialog({ email }: { email: string }) {
  const text = useText();
  const { proofRequest } = useAuthScreen();
  if (!proofRequest) return null;
  const onProven = () => proofRequest.answer(true);
  const onCancel = () => proofRequest.answer(false);
  const takesPassword = proofRequest.proof === "any";
  return (
    <FormDialog
      title={text("account.proof.title")}
      description={text(takesPassword ? "account.proof.any" : "account.proof.passkey")}
      onCancel={onCancel}
    >
      {takesPassword ? (
        <PasswordProof email={email} onProven={onProven} onCancel={onCancel} />
      ) : (
        <OtherProofs onProven={onProven} onCancel={onCancel} />
      )}
      {takesPassword && hasPasskeys() && <PasskeyButton onSignedIn={onProven} />}
    </FormDialog>
  );
}

type ProofProps = { onProven: () => void; onCancel: () => void };

function PasswordProof({ email, onProven, onCancel }: ProofProps & { email: string }) {
  const { account } = useSession();
  return (
    <AuthForm
      fields={["current"]}
      check={checkCurrentPassword}
      send={({ current }) => account.signInAgain(email, current)}
      onDone={onProven}
      submit={{ label: "account.proof.submit", pending: "auth.code.pending" }}
      cancel={onCancel}
    >
      {(error) => (
        <>
          <UserNameForManagers email={email} />
          <CurrentPasswordField error={error} />
        </>
      )}
    </AuthForm>
  );
}

function OtherProofs({ onProven, onCancel }: ProofProps) {
  const text = useText();
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
export function RecoveryCodeForm({ onSpent, cancel }: RecoveryCodeFormProps) {
  const text = useText();
  const { account } = useSession();
  return (
    <AuthForm
      fields={["recovery"]}
      check={({ recovery }) => (recovery ? {} : { recovery: "auth.required.recovery" })}
      send={({ recovery }) => account.spendRecoveryCode(recovery)}
      onDone={onSpent}
      submit={{ label: "auth.recovery.submit", pending: "auth.code.pending" }}
      tone="plain"
      cancel={cancel}
    >
      {(error) => (
        <TextField
          label={text("auth.recovery")}
          name="recovery"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          required
          error={error("recovery")}
        />
      )}
    </AuthForm>
  );
}
