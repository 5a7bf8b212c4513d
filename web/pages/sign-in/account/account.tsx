import type { User } from "@supabase/auth-js";
import { useCallback, useEffect, useState } from "react";
import { path } from "#cms/content/site.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { AuthForm } from "#web/pages/sign-in/auth-form.tsx";
import { useAuthScreen } from "#web/pages/sign-in/auth-screen-context.tsx";
import { checkCurrentPassword } from "#web/pages/sign-in/credentials.ts";
import { ProofDialog } from "#web/pages/sign-in/passkey/proof-dialog.tsx";
import { CurrentPasswordField } from "#web/pages/sign-in/password-fields.tsx";
import { useSession } from "#web/session/session.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { FormDialog } from "#web/ui/dialog.tsx";
import { Text } from "#web/ui/text.tsx";
import * as css from "./account.css.ts";
import { Administrators } from "./administrators.tsx";
import { BlockedSenders } from "./blocked-senders.tsx";
import { ChangeEmail, ChangePassword } from "./change-credentials.tsx";
import { Part } from "./part.tsx";
import { Passkeys } from "./passkeys.tsx";
import { Sessions } from "./sessions.tsx";

/** Shows the user's account: its sessions, passkeys, password, address and deletion. */
export function Account() {
  const text = useText();
  const { isAdmin, needsPasskey } = useSession();
  const { user, reload } = useCurrentUser();
  const [changeCount, setChanges] = useState(0);
  if (!user) return <Text tone="quiet">{text("account.loading")}</Text>;
  const email = user.email ?? "";
  // Other sessions may have ended, and the number of passkeys may have changed.
  const onChanged = () => setChanges((count) => count + 1);

  return (
    <div className={css.parts}>
      <Overview email={email} />
      <Sessions key={changeCount} />
      <Passkeys onChanged={onChanged} />
      {isAdmin && !needsPasskey && (
        <>
          <Administrators key={`${changeCount} administrators`} />
          <BlockedSenders />
        </>
      )}
      <ChangePassword
        user={user}
        onChanged={() => {
          onChanged();
          reload();
        }}
      />
      <ChangeEmail user={user} reload={reload} />
      <DeleteAccount email={email} />
      <ProofDialog email={email} />
    </div>
  );
}

// The stored session lacks changes that another browser made.
function useCurrentUser() {
  const { account, user } = useSession();
  const [currentUser, setCurrent] = useState<User | null>(null);
  const reload = useCallback(async () => {
    const answer = await account.readUser();
    if (!answer.refusal) setCurrent(answer.value);
  }, [account]);
  useEffect(() => {
    reload();
  }, [reload]);
  return { user: currentUser ?? user, reload };
}

function Overview({ email }: { email: string }) {
  const text = useText();
  const language = useLanguage();
  const { isAdmin, signOut } = useSession();
  const { leaveAccount } = useAuthScreen();
  const leave = async () => {
    leaveAccount({ title: text("account.signedOut") });
    await signOut();
    location.assign(path("home", language));
  };
  return (
    <div className={css.texts}>
      <Text weight="strong">{email}</Text>
      <div className={css.action}>
        {isAdmin && (
          <LinkButton size="small" href={path("inbox", language)}>
            {text("account.inbox")}
          </LinkButton>
        )}
        <Button size="small" onClick={leave}>
          {text("account.signOut")}
        </Button>
      </div>
    </div>
  );
}

function DeleteAccount({ email }: { email: string }) {
  const text = useText();
  const language = useLanguage();
  const { account } = useSession();
  const { leaveAccount } = useAuthScreen();
  const [isAsking, setAsking] = useState(false);
  const onDeleted = () =>
    leaveAccount({ title: text("account.delete.done"), description: text("account.delete.doneDetail") });

  return (
    <Part title={text("account.delete.title")} lead={text("account.delete.lead")}>
      <div className={css.action}>
        <Button onClick={() => setAsking(true)}>{text("account.delete.open")}</Button>
      </div>
      {isAsking && (
        <FormDialog
          title={text("account.delete.question")}
          description={text("account.delete.warning", { email })}
          onCancel={() => setAsking(false)}
        >
          <AuthForm
            fields={["current"]}
            check={checkCurrentPassword}
            send={({ current }) => account.deleteAccount(current, onDeleted)}
            onDone={() => location.replace(path("home", language))}
            submit={{ label: "account.delete.confirm", pending: "account.delete.pending" }}
            tone="critical"
            cancel={() => setAsking(false)}
          >
            {(error) => <CurrentPasswordField error={error} />}
          </AuthForm>
        </FormDialog>
      )}
    </Part>
  );
}
