import { useText } from "#web/language/use-text.ts";
import { useSession } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Text } from "#web/ui/text.tsx";
import { AuthForm } from "./auth-form.tsx";
import { checkNewPassword } from "./credentials.ts";
import { NewPasswordFields, UserNameForManagers } from "./new-password-fields.tsx";
import type { View } from "./view.ts";

type NewPasswordProps = { onSaved: () => void; show: (view: View) => void };

/** A new password after the old one was forgotten. */
export function NewPassword({ onSaved, show }: NewPasswordProps) {
  const text = useText();
  const { account, user, loading } = useSession();
  const email = user?.email ?? "";

  if (!user && !loading) {
    return (
      <>
        <Text>{text("auth.newPassword.late")}</Text>
        <Button tone="accent" onClick={() => show({ name: "recover" })}>
          {text("auth.recover.askForLink")}
        </Button>
      </>
    );
  }
  return (
    <AuthForm
      fields={["password", "confirmation"]}
      check={checkNewPassword}
      send={async ({ password }) => {
        const answer = await account.setPassword(password);
        if (!answer.refusal) onSaved();
        return answer;
      }}
      submit={{ label: "auth.newPassword.submit", pending: "auth.newPassword.pending" }}
      remedy={(message) =>
        message === "auth.error.current" || message === "auth.error.sessionEnded"
          ? { label: text("auth.recover.askForLink"), run: () => show({ name: "recover" }) }
          : null
      }
    >
      {(error) => (
        <>
          <UserNameForManagers email={email} />
          <NewPasswordFields label={text("auth.newPassword.label")} email={email} error={error} />
        </>
      )}
    </AuthForm>
  );
}
