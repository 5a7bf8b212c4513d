import { useText } from "#web/language/use-text.ts";
import { AuthForm } from "#web/pages/sign-in/auth-form.tsx";
import { checkNewPassword } from "#web/pages/sign-in/credentials.ts";
import { NewPasswordFields, UserNameForManagers } from "#web/pages/sign-in/new-password-fields.tsx";
import { PasswordField } from "#web/pages/sign-in/password-field.tsx";
import { useSession } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { useToast } from "#web/ui/toast.tsx";
import * as css from "./account.css.ts";
import { Part } from "./part.tsx";
import { useDisclosure } from "./use-disclosure.ts";

type ChangePasswordProps = {
  email: string;
  /** There is no current one. */
  none: boolean;
  onChanged: () => void;
};

/** Another password, for who knows the current one. */
export function ChangePassword({ email, none, onChanged }: ChangePasswordProps) {
  const text = useText();
  const toast = useToast();
  const { account } = useSession();
  const { open, place, show, hide } = useDisclosure();

  return (
    <Part title={text("account.password.title")} lead={text("account.password.lead")}>
      <div ref={place} className={css.form}>
        {open ? (
          <AuthForm
            fields={["current", "password", "confirmation"]}
            check={(fields) => ({
              ...(fields.current || none ? {} : { current: "auth.required.current" }),
              ...checkNewPassword(fields),
            })}
            send={async ({ current, password }) => {
              const answer = await account.setPassword(password, none ? undefined : current);
              if (answer.refusal) return answer;
              toast({
                title: text("account.password.done"),
                description: text("auth.newPassword.doneDetail"),
              });
              hide();
              onChanged();
              return answer;
            }}
            submit={{ label: "auth.newPassword.submit", pending: "auth.newPassword.pending" }}
            cancel={hide}
          >
            {(error) => (
              <>
                <UserNameForManagers email={email} />
                {!none && (
                  <PasswordField
                    label={text("account.password.current")}
                    name="current"
                    autoComplete="current-password"
                    error={error("current")}
                  />
                )}
                <NewPasswordFields label={text("auth.newPassword.label")} email={email} error={error} />
              </>
            )}
          </AuthForm>
        ) : (
          <div className={css.action}>
            <Button onClick={show}>{text("account.password.open")}</Button>
          </div>
        )}
      </div>
    </Part>
  );
}
