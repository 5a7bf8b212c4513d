import { useState } from "react";
import { path } from "#cms/content/site.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { AuthForm } from "#web/pages/sign-in/auth-form.tsx";
import { PasswordField } from "#web/pages/sign-in/password-field.tsx";
import { useSession } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormDialog } from "#web/ui/dialog.tsx";
import type { FlashToast } from "#web/ui/flash.ts";
import * as css from "./account.css.ts";
import { Part } from "./part.tsx";

type DeleteAccountProps = {
  email: string;
  /** Called once the account is deleted, with the toast for the next page. */
  onLeave: (toast: FlashToast) => void;
};

/** The end of an account, after its password and a look at what goes with it. */
export function DeleteAccount({ email, onLeave }: DeleteAccountProps) {
  const text = useText();
  const language = useLanguage();
  const { account } = useSession();
  const [asking, setAsking] = useState(false);

  return (
    <Part title={text("account.delete.title")} lead={text("account.delete.lead")}>
      <div className={css.action}>
        <Button onClick={() => setAsking(true)}>{text("account.delete.open")}</Button>
      </div>
      {asking && (
        <FormDialog
          title={text("account.delete.question")}
          description={text("account.delete.warning", { email })}
          onCancel={() => setAsking(false)}
        >
          <AuthForm
            fields={["current"]}
            check={({ current }) => (current ? {} : { current: "auth.required.current" })}
            send={async ({ current }) => {
              const answer = await account.deleteAccount(current, () => {
                onLeave({
                  title: text("account.delete.done"),
                  description: text("account.delete.doneDetail"),
                });
              });
              if (!answer.refusal) location.replace(path("home", language));
              return answer;
            }}
            submit={{ label: "account.delete.confirm", pending: "account.delete.pending" }}
            tone="critical"
            cancel={() => setAsking(false)}
          >
            {(error) => (
              <PasswordField
                label={text("account.password.current")}
                name="current"
                autoComplete="current-password"
                error={error("current")}
              />
            )}
          </AuthForm>
        </FormDialog>
      )}
    </Part>
  );
}
