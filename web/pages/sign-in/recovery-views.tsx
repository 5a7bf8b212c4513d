import { isAuthApiError, type Session } from "@supabase/auth-js";
import type { MessageId } from "#web/language/message-id.ts";
import { Text } from "#web/ui/text.tsx";
import { AuthForm, ViewButton } from "./auth-form.tsx";
import { useAuthScreen } from "./auth-screen-context.tsx";
import { checkEmail, checkNewPassword } from "./credentials.ts";
import { EmailField } from "./email-field.tsx";
import { NewPasswordFields, UserNameForManagers } from "./password-fields.tsx";
import type { View } from "./types.ts";

type MailFormProps = { purpose: "signup" | "recovery"; label: MessageId };

/** Requests a mail with a link and a code for the entered address. An unknown one gets the same answer and no mail. */
export function MailForm({ purpose, label }: MailFormProps) {
  const screen = useAuthScreen();
  return (
    <AuthForm
      check={({ email }) => checkEmail(email)}
      send={({ email }) => screen.account.sendMail(purpose, email, screen.returnTo())}
      onDone={(_, { email }) => screen.show({ name: "check_mail", purpose, email, sentAt: Date.now() })}
      submit={{ label, pending: "auth.recover.pending" }}
    >
      <EmailField autoComplete="username" defaultValue={screen.email} />
    </AuthForm>
  );
}

type OpenedLinkProps = {
  view: Extract<View, { name: "link" }>;
  onSpent: (session: Session | null) => void;
};

/** Shows an opened mail link. Only a click on the button spends it, because mail scanners open links too. */
export function OpenedLink({ view, onSpent }: OpenedLinkProps) {
  const { account, show } = useAuthScreen();
  return (
    <AuthForm
      send={async () => {
        const answer = await account.spendLink(view.purpose, view.tokenHash);
        const error = answer.refusal?.error;
        if (isAuthApiError(error) && error.code === "otp_expired") {
          show({ name: "spent_link", purpose: view.purpose });
        }
        return answer;
      }}
      onDone={({ session }) => onSpent(session)}
      submit={{ label: `auth.link.${view.purpose}.submit`, pending: "auth.link.pending" }}
    />
  );
}

/** Offers another mail in place of a spent or expired link, or leads back to the account. */
export function SpentLink({ view }: { view: Extract<View, { name: "spent_link" }> }) {
  if (view.purpose === "email_change")
    return <ViewButton view={{ name: "account" }} label="auth.spent.account" />;
  // Only an administrator can invite again.
  if (view.purpose === "invite") return null;
  return <MailForm purpose={view.purpose} label="auth.spent.submit" />;
}

/**
 * Asks for a new password after a recovery link, or for the first password (`invited` after an invitation). The user
 * stays signed in, so the sign-in view then redirects to the user's destination, such as the inbox.
 */
export function NewPassword({ invited }: { invited: boolean }) {
  const { text, account, user, loading, arrive, show } = useAuthScreen();
  const email = user?.email ?? "";

  if (!user && !loading) {
    return (
      <>
        <Text>{text("auth.newPassword.late")}</Text>
        <ViewButton view={{ name: "recover" }} label="auth.recover.askForLink" />
      </>
    );
  }
  return (
    <AuthForm
      check={checkNewPassword}
      send={({ password }) => account.setPassword(password)}
      onDone={() => {
        arrive(invited ? "invited" : "password_saved");
        show({ name: "sign_in" });
      }}
      submit={{
        label: invited ? "auth.newPassword.openInbox" : "auth.newPassword.submit",
        pending: "auth.newPassword.pending",
      }}
      remedy={(message) =>
        message === "auth.error.current" || message === "auth.error.sessionEnded"
          ? { label: text("auth.recover.askForLink"), run: () => show({ name: "recover" }) }
          : null
      }
    >
      <UserNameForManagers email={email} />
      <NewPasswordFields label={text(invited ? "auth.password" : "auth.newPassword.label")} email={email} />
    </AuthForm>
  );
}
