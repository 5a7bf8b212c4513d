import { useState } from "react";
import { useText } from "#web/language/use-text.ts";
import { AuthForm } from "#web/pages/sign-in/auth-form.tsx";
import { UserNameForManagers } from "#web/pages/sign-in/new-password-fields.tsx";
import { PasswordField } from "#web/pages/sign-in/password-field.tsx";
import * as css from "#web/pages/sign-in/sign-in.css.ts";
import { hasPasskeys } from "#web/session/account-actions.ts";
import { useSession } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormDialog } from "#web/ui/dialog.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { RecoveryCodeForm } from "./recovery-code-form.tsx";

/** What counts: the password, too, or only a passkey or a recovery code. */
export type Proof = "any" | "passkey";

type ProofQuestionProps = { proof: Proof; email: string; onProven: () => void; onCancel: () => void };

/** Asks the signed-in person to show once more who they are. */
export function ProofQuestion({ proof, email, onProven, onCancel }: ProofQuestionProps) {
  const text = useText();
  const { account } = useSession();
  return (
    <FormDialog
      title={text("account.proof.title")}
      description={text(proof === "any" ? "account.proof.any" : "account.proof.passkey")}
      onCancel={onCancel}
    >
      {proof === "any" ? (
        <AuthForm
          fields={["current"]}
          check={({ current }) => (current ? {} : { current: "auth.required.current" })}
          send={async ({ current }) => {
            const answer = await account.signInAgain(email, current);
            if (!answer.refusal) onProven();
            return answer;
          }}
          submit={{ label: "account.proof.submit", pending: "auth.code.pending" }}
          cancel={onCancel}
        >
          {(error) => (
            <>
              <UserNameForManagers email={email} />
              <PasswordField
                label={text("account.password.current")}
                name="current"
                autoComplete="current-password"
                error={error("current")}
              />
            </>
          )}
        </AuthForm>
      ) : (
        <OtherProofs onProven={onProven} onCancel={onCancel} />
      )}
      {proof === "any" && hasPasskeys() && <PasskeyButton onSignedIn={onProven} />}
    </FormDialog>
  );
}

function OtherProofs({ onProven, onCancel }: Pick<ProofQuestionProps, "onProven" | "onCancel">) {
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
