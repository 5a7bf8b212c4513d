import type { User } from "@supabase/auth-js";
import { useCallback, useEffect, useState } from "react";
import { path } from "#cms/content/site.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { useProof } from "#web/pages/sign-in/passkey/use-proof.tsx";
import { needsPassword } from "#web/session/account-actions.ts";
import { useSession } from "#web/session/session.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import type { FlashToast } from "#web/ui/flash.ts";
import { Text } from "#web/ui/text.tsx";
import * as css from "./account.css.ts";
import { Administrators } from "./administrators.tsx";
import { BlockedSenders } from "./blocked-senders.tsx";
import { ChangeEmail } from "./change-email.tsx";
import { ChangePassword } from "./change-password.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { Passkeys } from "./passkeys.tsx";
import { Sessions } from "./sessions.tsx";

type AccountProps = {
  returnTo: string;
  /** Called when the user leaves the account for the home page, with the toast for that page. */
  onLeave: (toast: FlashToast) => void;
};

/** One's own account: where it is open, its password and address, and its end. */
export function Account({ returnTo, onLeave }: AccountProps) {
  const text = useText();
  const language = useLanguage();
  const { isAdmin, needsPasskey, signOut } = useSession();
  const { user, reload } = useFreshUser();
  const [changes, setChanges] = useState(0);
  const proof = useProof(user?.email ?? "");
  if (!user) return <Text tone="quiet">{text("account.loading")}</Text>;
  const email = user.email ?? "";

  const leave = async () => {
    const home = path("home", language);
    onLeave({ title: text("account.signedOut") });
    await signOut();
    location.assign(home);
  };

  return (
    <div className={css.parts}>
      <div className={css.words}>
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
      <Sessions key={changes} />
      <Passkeys attempt={proof.attempt} onChanged={() => setChanges(changes + 1)} />
      {isAdmin && !needsPasskey && (
        <>
          <Administrators key={`${changes} administrators`} ask={proof.ask} />
          <BlockedSenders />
        </>
      )}
      <ChangePassword
        email={email}
        none={needsPassword(user)}
        onChanged={() => {
          setChanges(changes + 1);
          reload();
        }}
      />
      <ChangeEmail user={user} none={needsPassword(user)} returnTo={returnTo} reload={reload} />
      <DeleteAccount email={email} onLeave={onLeave} />
      {proof.question}
    </div>
  );
}

// The stored session may not know of a change that was asked for, or made, in another browser.
function useFreshUser() {
  const { account, user } = useSession();
  const [fresh, setFresh] = useState<User | null>(null);
  const reload = useCallback(async () => {
    const answer = await account.readUser();
    if (!answer.refusal) setFresh(answer.value);
  }, [account]);
  useEffect(() => {
    reload();
  }, [reload]);
  return { user: fresh ?? user, reload };
}
