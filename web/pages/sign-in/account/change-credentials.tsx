import type { User } from "@supabase/auth-js";
import { AuthForm } from "#web/pages/sign-in/auth-form.tsx";
import { useAuthScreen } from "#web/pages/sign-in/auth-screen-context.tsx";
import { CodeForm } from "#web/pages/sign-in/check-mail.tsx";
import { checkCurrentPassword, checkEmail, checkNewPassword } from "#web/pages/sign-in/credentials.ts";
import { EmailField } from "#web/pages/sign-in/email-field.tsx";
import {
  CurrentPasswordField,
  NewPasswordFields,
  UserNameForManagers,
} from "#web/pages/sign-in/password-fields.tsx";
import type { FieldErrors } from "#web/pages/sign-in/types.ts";
import { needsPassword } from "#web/session/account-actions.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/field.tsx";
import { Text } from "#web/ui/text.tsx";
import * as css from "./account.css.ts";
import { Part, useDisclosure } from "./part.tsx";

/** Changes the password. An account without a password needs no current password. */
export function ChangePassword({ user, onChanged }: { user: User; onChanged: () => void }) {
  const { text, toast, account } = useAuthScreen();
  const { open, container, show, hide } = useDisclosure();
  const email = user.email ?? "";
  const hasPassword = !needsPassword(user);

  return (
    <Part title={text("account.password.title")} lead={text("account.password.lead")}>
      <div ref={container} className={css.form}>
        {open ? (
          <AuthForm
            check={(fields) => ({
              ...(hasPassword && checkCurrentPassword(fields)),
              ...checkNewPassword(fields),
            })}
            send={({ current, password }) => account.setPassword(password, hasPassword ? current : undefined)}
            onDone={() => {
              toast({
                title: text("account.password.done"),
                description: text("auth.newPassword.doneDetail"),
              });
              hide();
              onChanged();
            }}
            submit={{ label: "auth.newPassword.submit", pending: "auth.newPassword.pending" }}
            cancel={hide}
          >
            <UserNameForManagers email={email} />
            {hasPassword && <CurrentPasswordField />}
            <NewPasswordFields label={text("auth.newPassword.label")} email={email} />
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

type ChangeEmailProps = {
  user: User;
  /** Reads the account again. */
  reload: () => void;
};

/** Requests another address, which both addresses have to confirm. */
export function ChangeEmail({ user, reload }: ChangeEmailProps) {
  const { text } = useAuthScreen();
  const { open, container, show, hide } = useDisclosure();
  const email = user.email ?? "";

  return (
    <Part title={text("account.email.title")} lead={text("account.email.now", { email })}>
      <div ref={container} className={css.form}>
        {user.new_email && !open && <PendingEmail from={email} to={user.new_email} reload={reload} />}
        {open ? (
          <NewEmailForm user={user} reload={reload} hide={hide} />
        ) : (
          <div className={css.action}>
            <Button onClick={show}>{text("account.email.open")}</Button>
          </div>
        )}
      </div>
    </Part>
  );
}

function checkNewEmail(newEmail: string, email: string): FieldErrors {
  if (!newEmail) return { email: "auth.required.newEmail" };
  return newEmail.toLowerCase() === email ? { email: "auth.sameEmail" } : checkEmail(newEmail);
}

function NewEmailForm({ user, reload, hide }: ChangeEmailProps & { hide: () => void }) {
  const { text, toast, account, returnTo } = useAuthScreen();
  const email = user.email ?? "";
  const hasPassword = !needsPassword(user);
  return (
    <AuthForm
      check={(fields) => ({
        ...checkNewEmail(fields.email, email),
        ...(hasPassword && checkCurrentPassword(fields)),
      })}
      send={(fields) => account.setEmail(fields.email, hasPassword ? fields.current : undefined, returnTo())}
      onDone={() => {
        toast({ title: text("account.email.sent"), description: text("account.email.sentDetail") });
        hide();
        reload();
      }}
      submit={{ label: "account.email.submit", pending: "account.email.pending" }}
      cancel={hide}
    >
      <UserNameForManagers email={email} />
      <EmailField label={text("account.email.new")} autoComplete="email" />
      {hasPassword && <CurrentPasswordField />}
      <Text tone="quiet" size="small">
        {text("account.email.hint")}
      </Text>
    </AuthForm>
  );
}

/** Takes the codes that both addresses received. The second one completes the change and starts a session. */
function PendingEmail({ from, to, reload }: { from: string; to: string; reload: () => void }) {
  const { text, toast } = useAuthScreen();
  return (
    <>
      <Text>{text("account.email.waiting", { email: to })}</Text>
      <CodeForm
        purpose="email_change"
        tone="plain"
        onSpent={(session, address) => {
          toast(
            session
              ? { title: text("account.email.done") }
              : {
                  title: text("account.email.half", { email: address }),
                  description: text("account.email.halfDetail"),
                },
          );
          reload();
        }}
      >
        <Select label={text("account.email.codeFrom")} name="address">
          {[from, to].map((address) => (
            <option key={address}>{address}</option>
          ))}
        </Select>
      </CodeForm>
    </>
  );
}
