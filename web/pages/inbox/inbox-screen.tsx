import { useText } from "#web/language/use-text.ts";
import { Alerts } from "./alerts/alerts.tsx";
import { PasskeyAdvice } from "./alerts/passkey-advice.tsx";
import { useFailureToast } from "./failure-toast.ts";
import { useHandedMessage } from "./handed-message.ts";
import { InboxContext, useInbox } from "./inbox-context.ts";
import { useInboxModel } from "./inbox-model.ts";
import * as css from "./inbox-screen.css.ts";
import { useScreenKeys } from "./keyboard/screen-keys.ts";
import { Shortcuts } from "./keyboard/shortcuts.tsx";
import { List } from "./list/list.tsx";
import { useListMemory } from "./list/list-memory.ts";
import { NarrowedTo } from "./list/narrowed-to.tsx";
import { SelectionBar } from "./list/selection-bar.tsx";
import { Announcement, StatusLine } from "./list/status-line.tsx";
import { Toolbar } from "./list/toolbar.tsx";
import { BlockQuestion } from "./message/block-question.tsx";
import { DeleteQuestion } from "./message/delete-question.tsx";
import { Detail } from "./message/detail.tsx";
import { listElement } from "./next-focus.ts";
import { useStatistics } from "./statistics/use-statistics.ts";
import { useUnreadTitle } from "./title.ts";

type InboxScreenProps = { person: string; signOut: () => void };

/** The inbox of an administrator: what to look for above, messages at the left, the opened one at the right. */
export function InboxScreen({ person, signOut }: InboxScreenProps) {
  const inbox = useInboxModel(person);
  const { list, detail, dispatch } = inbox;
  const statistics = useStatistics(dispatch);
  useListMemory(inbox);
  useScreenKeys(inbox);
  useFailureToast(list.failed);
  useHandedMessage(inbox.open);
  useUnreadTitle(list.unread);
  return (
    <InboxContext value={inbox}>
      <div className={css.inbox} data-opened={detail.id !== null}>
        <Toolbar showStatistics={statistics.open} signOut={signOut} />
        <Panes />
        <Announcement />
        <DeleteQuestion />
        <BlockQuestion />
        <Dialogs Statistics={statistics.Panel} />
      </div>
    </InboxContext>
  );
}

function Panes() {
  const text = useText();
  const { detail } = useInbox();
  return (
    <div className={css.panes}>
      <section id={listElement} className={css.list} aria-label={text("inbox.list")} tabIndex={-1}>
        <NarrowedTo />
        <List />
        <SelectionBar />
      </section>
      <Alerts />
      <section key={detail.id} className={css.detail} aria-label={text("inbox.detail")}>
        <Detail />
      </section>
      <PasskeyAdvice />
      <StatusLine />
    </div>
  );
}

function Dialogs({ Statistics }: { Statistics: ReturnType<typeof useStatistics>["Panel"] }) {
  const { state, dispatch } = useInbox();
  return (
    <>
      {state.dialogs.has("keys") && (
        <Shortcuts close={() => dispatch({ type: "dialogClosed", dialog: "keys" })} />
      )}
      {Statistics && state.dialogs.has("statistics") && (
        <Statistics close={() => dispatch({ type: "dialogClosed", dialog: "statistics" })} />
      )}
    </>
  );
}
