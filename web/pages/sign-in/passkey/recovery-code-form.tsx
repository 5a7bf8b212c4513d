import { useText } from "#web/language/use-text.ts";
import { AuthForm } from "#web/pages/sign-in/auth-form.tsx";
import { useSession } from "#web/session/session.tsx";
import { TextField } from "#web/ui/field.tsx";

type RecoveryCodeFormProps = { onSpent: () => void; cancel?: () => void };

/** One of the codes that a person has kept, for when the passkey is lost. */
export function RecoveryCodeForm({ onSpent, cancel }: RecoveryCodeFormProps) {
  const text = useText();
  const { account } = useSession();
  return (
    <AuthForm
      fields={["recovery"]}
      check={({ recovery }) => (recovery ? {} : { recovery: "auth.required.recovery" })}
      send={async ({ recovery }) => {
        const answer = await account.spendRecoveryCode(recovery);
        if (!answer.refusal) onSpent();
        return answer;
      }}
      submit={{ label: "auth.recovery.submit", pending: "auth.code.pending" }}
      tone="plain"
      {...(cancel && { cancel })}
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
