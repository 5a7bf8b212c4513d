import type { User } from "@supabase/auth-js";
import { useText } from "#web/language/use-text.ts";
import { AuthForm } from "#web/pages/sign-in/auth-form.tsx";
import { CodeForm } from "#web/pages/sign-in/code-form.tsx";
import { checkEmail, type FieldErrors } from "#web/pages/sign-in/credentials.ts";
import { EmailField } from "#web/pages/sign-in/email-field.tsx";
import { UserNameForManagers } from "#web/pages/sign-in/new-password-fields.tsx";
import { PasswordField } from "#web/pages/sign-in/password-field.tsx";
import { useSession } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/field.tsx";
import { Text } from "#web/ui/text.tsx";
import { useToast } from "#web/ui/toast.tsx";
import * as css from "./account.css.ts";
import { Part } from "./part.tsx";
import { useDisclosure } from "./use-disclosure.ts";

type ChangeEmailProps = {
  user: User;
  /** There is no current password. */
  none: boolean;
  /** An absolute address of this site, in the language of the mails. */
  returnTo: string;
  /** Reads the account again. */
  reload: () => void;
};

/** Another address: it is asked for here, and confirmed from both. */
export function ChangeEmail({ user, none, returnTo, reload }: ChangeEmailProps) {
  const text = useText();
  const toast = useToast();
  const { account } = useSession();
  const { open, place, show, hide } = useDisclosure();
  const email = user.email ?? "";

  return (
    <Part title={text("account.email.title")} lead={text("account.email.now", { email })}>
      <div ref={place} className={css.form}>
        {user.new_email && !open && <Pending from={email} to={user.new_email} reload={reload} />}
        {open ? (
          <AuthForm
            fields={["email", "current"]}
            check={(fields) => ({
              ...checkNewEmail(fields.email, email),
              ...(fields.current || none ? {} : { current: "auth.required.current" }),
            })}
            send={async (fields) => {
              const current = none ? undefined : fields.current;
              const answer = await account.setEmail(fields.email, current, returnTo);
              if (answer.refusal) return answer;
              toast({ title: text("account.email.sent"), description: text("account.email.sentDetail") });
              hide();
              reload();
              return answer;
            }}
            submit={{ label: "account.email.submit", pending: "account.email.pending" }}
            cancel={hide}
          >
            {(error) => (
              <>
                <UserNameForManagers email={email} />
                <EmailField label={text("account.email.new")} autoComplete="email" error={error("email")} />
                {!none && (
                  <PasswordField
                    label={text("account.password.current")}
                    name="current"
                    autoComplete="current-password"
                    error={error("current")}
                  />
                )}
                <Text tone="quiet" size="small">
                  {text("account.email.hint")}
                </Text>
              </>
            )}
          </AuthForm>
        ) : (
          <div className={css.action}>
            <Button onClick={show}>{text("account.email.open")}</Button>
          </div>
        )}
      </div>
    </Part>
  );
}

function checkNewEmail(next: string, email: string): FieldErrors {
  if (!next) return { email: "auth.required.newEmail" };
  return next.toLowerCase() === email ? { email: "auth.sameEmail" } : checkEmail(next);
}

function Pending({ from, to, reload }: { from: string; to: string; reload: () => void }) {
  const text = useText();
  const toast = useToast();
  const { account } = useSession();
  return (
    <>
      <Text>{text("account.email.waiting", { email: to })}</Text>
      <CodeForm
        tone="plain"
        spend={async ({ address, code }) => {
          const answer = await account.spendCode("email_change", address, code);
          if (answer.refusal) return answer;
          toast(
            answer.value.session
              ? { title: text("account.email.done") }
              : {
                  title: text("account.email.half", { email: address }),
                  description: text("account.email.halfDetail"),
                },
          );
          reload();
          return answer;
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
