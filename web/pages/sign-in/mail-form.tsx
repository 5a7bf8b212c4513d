import type { MessageId } from "#web/language/message-id.ts";
import { useSession } from "#web/session/session.tsx";
import { AuthForm } from "./auth-form.tsx";
import { checkEmail } from "./credentials.ts";
import { EmailField } from "./email-field.tsx";
import type { View } from "./view.ts";

type MailFormProps = {
  purpose: "signup" | "recovery";
  email: string;
  returnTo: string;
  submit: { label: MessageId; pending: MessageId };
  show: (view: View) => void;
};

/** Asks for an address and has a link and a code sent to it. */
export function MailForm({ purpose, email, returnTo, submit, show }: MailFormProps) {
  const { account } = useSession();
  return (
    <AuthForm
      fields={["email"]}
      check={({ email }) => checkEmail(email)}
      send={async ({ email }) => {
        const answer = await account.sendMail(purpose, email, returnTo);
        if (!answer.refusal) show({ name: "check_mail", purpose, email, sentAt: Date.now() });
        return answer;
      }}
      submit={submit}
    >
      {(error) => <EmailField autoComplete="username" defaultValue={email} error={error("email")} />}
    </AuthForm>
  );
}
