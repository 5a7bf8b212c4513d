import { useCallback, useState } from "react";
import { path } from "#cms/content/site.ts";
import type {
  BlockedSender,
  OwnSession,
  BlockedSenders as SenderList,
} from "#functions/contract/answers.schema.ts";
import { ApiError } from "#web/api/api-error.ts";
import { unblockSender } from "#web/api/submissions.ts";
import { formatAge } from "#web/language/age.ts";
import { AuthForm } from "#web/pages/sign-in/auth-form.tsx";
import { useAuthScreen } from "#web/pages/sign-in/auth-screen-context.tsx";
import { checkCurrentPassword } from "#web/pages/sign-in/credentials.ts";
import { ProofDialog } from "#web/pages/sign-in/passkey/passkey-needed.tsx";
import { CurrentPasswordField } from "#web/pages/sign-in/password-fields.tsx";
import { useSignOutQuestion } from "#web/session/sign-out-question.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { FormDialog } from "#web/ui/dialog.tsx";
import { Badge, Breakable, Text } from "#web/ui/text.tsx";
import * as css from "./account.css.ts";
import { Administrators } from "./administrators.tsx";
import { ChangeEmail, ChangePassword } from "./change-credentials.tsx";
import { toDevice, toPlaceName } from "./device.ts";
import { OwnList, toOutcome, useLoaded, useOwnList } from "./own-list.tsx";
import { Part } from "./part.tsx";
import { Passkeys } from "./passkeys.tsx";
import { Signature } from "./signature.tsx";

/** Shows the user's account. Administrators also set the passkey rule, invite others and unblock senders here. */
export function Account() {
  const { text, account, user: storedUser, isAdmin, needsPasskey } = useAuthScreen();
  // The stored session lacks changes that another browser made.
  const { value: currentUser, load: reload } = useLoaded(account.readUser);
  const user = currentUser ?? storedUser;
  const [changeCount, setChangeCount] = useState(0);
  const [addedPasskeyCount, setAddedPasskeyCount] = useState(0);
  if (!user) return <Text tone="quiet">{text("account.loading")}</Text>;
  const email = user.email ?? "";
  // Mounts the lists again: other sessions may have ended, and the number of passkeys may have changed.
  const onChanged = () => setChangeCount((count) => count + 1);

  return (
    <div className={css.parts}>
      <Overview email={email} />
      {isAdmin && currentUser && <Signature user={currentUser} reload={() => void reload()} />}
      <Sessions key={changeCount} />
      <Passkeys key={`${addedPasskeyCount} passkeys`} onChanged={onChanged} />
      {isAdmin && !needsPasskey && (
        <>
          <Administrators
            changeCount={changeCount}
            onPasskeyAdded={() => {
              setAddedPasskeyCount((count) => count + 1);
              onChanged();
            }}
          />
          <BlockedSenders />
        </>
      )}
      <ChangePassword
        user={user}
        onChanged={() => {
          onChanged();
          void reload();
        }}
      />
      <ChangeEmail user={user} reload={reload} />
      <DeleteAccount email={email} />
      <ProofDialog email={email} />
    </div>
  );
}

function Overview({ email }: { email: string }) {
  const { text, language, isAdmin, signOut, leaveAccount } = useAuthScreen();
  const leave = async () => {
    // Comes first: without a session, the account view would ask for a sign-in.
    leaveAccount({ title: text("account.signedOut") });
    await signOut();
    location.assign(path("home", language));
  };
  const { requestSignOut, question } = useSignOutQuestion(leave);
  return (
    <div className={css.texts}>
      <Text weight="strong">{email}</Text>
      <div className={css.action}>
        {isAdmin && (
          <LinkButton size="small" href={path("inbox", language)}>
            {text("account.inbox")}
          </LinkButton>
        )}
        <Button size="small" onClick={requestSignOut}>
          {text("account.signOut")}
        </Button>
        {question}
      </div>
    </div>
  );
}

function DeleteAccount({ email }: { email: string }) {
  const { text, language, account, leaveAccount } = useAuthScreen();
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
            check={checkCurrentPassword}
            send={({ current }) => account.deleteAccount(current, onDeleted)}
            onDone={() => location.replace(path("home", language))}
            submit={{ label: "account.delete.confirm", pending: "account.delete.pending" }}
            tone="critical"
            cancel={() => setAsking(false)}
          >
            <CurrentPasswordField />
          </AuthForm>
        </FormDialog>
      )}
    </Part>
  );
}

/** Lists the open sessions of the account and ends them. */
function Sessions() {
  const { text, toast, account } = useAuthScreen();
  const list = useOwnList(account.listSessions);

  const settle = async (successTitle: string, answer: { refusal: unknown }) => {
    if (answer.refusal) return toast({ title: text("account.sessions.endFailed"), tone: "critical" });
    toast({ title: successTitle });
    await list.loadAfterRemoval();
  };
  const end = async (id: string) => settle(text("account.sessions.ended"), await account.endSession(id));
  const endOthers = async () =>
    settle(text("account.sessions.endedOthers"), await account.endOtherSessions());

  return (
    <Part title={text("account.sessions.title")} lead={text("account.sessions.lead")}>
      <OwnList list={list} name="sessions">
        {(session) => <SessionRow key={session.id} session={session} end={() => end(session.id)} />}
      </OwnList>
      {list.items && list.items.length > 1 && (
        <div className={css.action}>
          <Button onClick={endOthers}>{text("account.sessions.endOthers")}</Button>
        </div>
      )}
    </Part>
  );
}

function SessionRow({ session, end }: { session: OwnSession; end: () => void }) {
  const { text, language } = useAuthScreen();
  const { browser, system } = toDevice(session.user_agent);
  const device =
    browser && system
      ? text("account.sessions.device", { browser, system })
      : (browser ?? system ?? text("account.sessions.unknownDevice"));
  // Uses the time of the service, because the browser's clock can be wrong.
  const now = Date.parse(session.last_used_at) + session.idle_seconds * 1000;
  const age = formatAge(session.last_used_at, now, language);
  return (
    <li className={css.session}>
      <div>
        <p className={css.device}>
          <span>{device}</span>
          {session.current && <Badge>{text("account.sessions.current")}</Badge>}
        </p>
        <p className={css.detail}>
          <span>{`${toPlaceName(session, language) ?? text("account.sessions.nowhere")} · `}</span>
          <time dateTime={session.last_used_at}>{text("account.sessions.lastUsed", { age })}</time>
        </p>
      </div>
      {!session.current && (
        <div className={css.end}>
          <Button size="small" aria-label={text("account.sessions.endOf", { device })} onClick={end}>
            {text("account.sessions.end")}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Lists the senders whose messages go to spam and unblocks them. */
function BlockedSenders() {
  const { text, toast, api } = useAuthScreen();
  const read = useCallback(
    () => toOutcome(api<SenderList>("/api/blocked-senders").then(({ items }) => items)),
    [api],
  );
  const list = useOwnList(read);

  const unblock = async ({ id }: BlockedSender) => {
    try {
      await unblockSender(api, id);
    } catch (error) {
      // Another administrator has already ended the block.
      if (!(error instanceof ApiError) || error.code !== "not_found") {
        toast({ about: id, title: text("account.blocked.endFailed"), tone: "critical" });
        return;
      }
    }
    toast({
      about: id,
      title: text("account.blocked.ended"),
      description: text("account.blocked.endedDetail"),
    });
    await list.loadAfterRemoval();
  };
  return (
    <Part title={text("account.blocked.title")} lead={text("account.blocked.lead")}>
      <OwnList list={list} name="blocked" none="account.blocked.none">
        {(sender) => (
          <SenderRow key={sender.id} sender={sender} readAt={list.readAt} unblock={() => unblock(sender)} />
        )}
      </OwnList>
    </Part>
  );
}

type SenderRowProps = { sender: BlockedSender; readAt: number; unblock: () => void };

/**
 * Shows a blocked sender with the number of messages in spam. Without any there, the address is unknown, because a
 * block stores only its hash.
 */
function SenderRow({ sender, readAt, unblock }: SenderRowProps) {
  const { text, language } = useAuthScreen();
  const { email, messages, blocked_at: blockedAt } = sender;
  const name = email ?? text("account.blocked.unnamed");
  const age = formatAge(blockedAt, readAt, language);
  return (
    <li className={css.session}>
      <div>
        <p className={css.device}>
          <span>{email ? <Breakable address={email} /> : name}</span>
        </p>
        <p className={css.detail}>
          <time dateTime={blockedAt}>{text("account.blocked.since", { age })}</time>
          {messages > 0 && <span>{` · ${text("account.blocked.messages", { count: messages })}`}</span>}
        </p>
      </div>
      <div className={css.end}>
        <Button size="small" aria-label={text("account.blocked.endOf", { sender: name })} onClick={unblock}>
          {text("account.blocked.end")}
        </Button>
      </div>
    </li>
  );
}
