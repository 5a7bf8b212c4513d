import { useText } from "#web/language/use-text.ts";
import { useSession } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { AuthForm } from "./auth-form.tsx";
import { checkCredentials, type Mode } from "./credentials.ts";
import { EmailField } from "./email-field.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { PasswordField } from "./password-field.tsx";
import * as css from "./sign-in.css.ts";
import type { View } from "./view.ts";

type SignInFormProps = {
  mode: Mode;
  /** What was typed as the address so far. */
  email: string;
  /** The visitor is signed in and on the way to another document. */
  leaving: boolean;
  /** An absolute address of this site, in the language of mails. */
  returnTo: () => string;
  onSignedIn: () => void;
  onSignedUp: (email: string) => void;
  show: (view: View) => void;
};

/** E-mail and password, for signing in and for creating an account; what was typed stays until it is accepted. */
export function SignInForm(props: SignInFormProps) {
  const { mode, email, leaving, returnTo, onSignedIn, onSignedUp, show } = props;
  const text = useText();
  const { account } = useSession();
  const place = mode === "sign_in" ? "auth.signIn" : "auth.signUp";

  return (
    <AuthForm
      key={mode}
      fields={["email", "password", "confirmation"]}
      check={(fields) => checkCredentials(mode, fields)}
      send={async (fields) => {
        if (mode === "sign_in") {
          const answer = await account.signIn(fields.email, fields.password);
          if (!answer.refusal) onSignedIn();
          return answer;
        }
        const answer = await account.signUp(fields.email, fields.password, returnTo());
        if (!answer.refusal) onSignedUp(fields.email);
        return answer;
      }}
      submit={{ label: `${place}.submit`, pending: `${place}.pending` }}
      leaving={leaving}
      {...(mode === "sign_in" && { tooMany: "auth.error.tooManySignIn" as const })}
      remedy={(message) => {
        if (message === "auth.error.signUpClosed") {
          return { label: text("auth.signIn.submit"), run: () => show({ name: "sign_in" }) };
        }
        if (mode === "sign_up") return null;
        if (message === "auth.error.tooMany") {
          return { label: text("auth.recover.askForLink"), run: () => show({ name: "recover" }) };
        }
        if (message !== "auth.error.unconfirmed") return null;
        return {
          label: text("auth.mail.resend"),
          run: (fields) => show({ name: "check_mail", purpose: "signup", email: fields.email, sentAt: 0 }),
        };
      }}
    >
      {(error) => (
        <>
          <EmailField
            autoComplete={mode === "sign_in" ? "username webauthn" : "username"}
            defaultValue={email}
            error={error("email")}
          />
          {mode === "sign_up" ? (
            <NewPasswordFields label={text("auth.password")} email={email} error={error} />
          ) : (
            <div>
              <PasswordField
                label={text("auth.password")}
                name="password"
                autoComplete="current-password"
                error={error("password")}
              />
              <div className={css.toggle}>
                <Button tone="quiet" size="small" onClick={() => show({ name: "recover" })}>
                  {text("auth.signIn.forgot")}
                </Button>
              </div>
            </div>
          )}
        </>
      )}
    </AuthForm>
  );
}
