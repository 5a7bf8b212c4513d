import type { MouseEvent, ReactNode } from "react";
import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import { cutCharacters } from "#functions/contract/characters.ts";
import { describeWishes } from "#functions/contract/submission.ts";
import { formatAge } from "#web/language/age.ts";
import { formatMoment } from "#web/language/formatters.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { useActions, useCursor, useDetail, useNavigation } from "#web/pages/inbox/concerns.ts";
import { isGone, useSenderSubmissions } from "#web/pages/inbox/queries.ts";
import { Age } from "#web/pages/inbox/shared/age.tsx";
import { toDetailElementId } from "#web/pages/inbox/shared/focus.ts";
import { useNow } from "#web/pages/inbox/shared/hooks.ts";
import { IconButton, InboxIcon, useSignKeys } from "#web/pages/inbox/shared/key-hints.tsx";
import { useOnePane } from "#web/pages/inbox/shared/layout.ts";
import { LoadFailure, LoadingRows, Notice } from "#web/pages/inbox/shared/notice.tsx";
import { isPlainClick, writeUrlState } from "#web/pages/inbox/shared/url-state.ts";
import { ConversationMenus } from "#web/pages/inbox/states/conversation-menus.tsx";
import { useMoves } from "#web/pages/inbox/states/moves.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge, Heading, Text } from "#web/ui/text.tsx";
import * as css from "./detail.css.ts";
import { Fields } from "./fields.tsx";
import { MessageActions } from "./message-actions.tsx";
import { Doubts, Undelivered } from "./notices.tsx";
import { PhoneText } from "./phone-text.tsx";

type RenderConversation = (submission: FullSubmission, firstText: ReactNode) => ReactNode;

/**
 * Shows the opened message, or the reason why there is none. `submission` is null once a pending change deletes it.
 * `renderConversation` shows what follows the words of the customer.
 */
export function Detail({ renderConversation }: { renderConversation: RenderConversation }) {
  const areSignKeysOn = useSignKeys();
  const text = useText();
  const { close } = useNavigation();
  const detail = useDetail();
  const { id, query, submission } = detail;
  if (id === null || submission === null) {
    return (
      <Notice
        title={text("inbox.detail.none")}
        {...(areSignKeysOn && { detail: text("inbox.detail.noneDetail") })}
      />
    );
  }
  if (isGone(query.error)) {
    const action = { label: text("inbox.back"), run: close };
    return (
      <Notice title={text("inbox.detail.gone")} detail={text("inbox.detail.goneDetail")} action={action} />
    );
  }
  if (submission) return <Message submission={submission} renderConversation={renderConversation} />;
  if (query.error)
    return <LoadFailure title={text("inbox.detail.failed")} error={query.error} retry={query.refetch} />;
  return <LoadingRows label={text("inbox.loading")} />;
}

/** Shows an opened message. On narrow screens it takes the place of the list, with a button that leads back. */
function Message({
  submission,
  renderConversation,
}: {
  submission: FullSubmission;
  renderConversation: RenderConversation;
}) {
  const now = useNow();
  const text = useText();
  const onePane = useOnePane();
  const { close } = useNavigation();
  const { id, name, read } = submission;
  return (
    <article className={css.message} aria-labelledby={toDetailElementId(id)}>
      <div className={css.top}>
        {onePane && (
          <Button tone="quiet" size="icon" aria-label={text("inbox.back")} onClick={close}>
            <InboxIcon name="back" />
          </Button>
        )}
        <h2 className={css.name} id={toDetailElementId(id)} tabIndex={-1} dir="auto">
          {name}
        </h2>
        {!read && <Badge tone="quiet">{text("inbox.new")}</Badge>}
        {!onePane && <Conversation submission={submission} />}
        <Steps />
      </div>
      {onePane && <Conversation submission={submission} />}
      {!onePane && (
        <>
          <Time submission={submission} now={now} />
          <MessageActions submission={submission} />
        </>
      )}
      <Undelivered submission={submission} />
      <Doubts submission={submission} />
      <div className={css.contents}>
        {renderConversation(submission, <MessageText submission={submission} />)}
        <section className={css.writer} aria-label={text("inbox.writer")}>
          {onePane && (
            <div>
              <p className={css.fullName} dir="auto">
                {name}
              </p>
              <Time submission={submission} now={now} />
            </div>
          )}
          <Fields submission={submission} />
        </section>
      </div>
      <SenderMessages submission={submission} now={now} />
      {onePane && <MessageActions submission={submission} />}
    </article>
  );
}

/** Shows the state and the assignee, with a menu for each. Spam has neither. */
function Conversation({ submission }: { submission: FullSubmission }) {
  if (submission.spam) return null;
  return (
    <div className={css.conversation}>
      <ConversationMenus target={[submission]} current={submission} />
    </div>
  );
}

type TimeProps = { submission: FullSubmission; now: number };

function Time({ submission: { created_at: createdAt }, now }: TimeProps) {
  const language = useLanguage();
  return (
    <Text size="small" tone="quiet">
      <time dateTime={createdAt}>{formatMoment(createdAt, language)}</time>
      <span>{` · ${formatAge(createdAt, now, language)}`}</span>
    </Text>
  );
}

/** Shows the requested meeting and the plan, then the words of the message. */
function MessageText({ submission }: { submission: FullSubmission }) {
  const text = useText();
  const pageLanguage = useLanguage();
  const { message, language } = submission;
  const wishes = describeWishes(submission, pageLanguage);
  return (
    <div className={css.text}>
      {wishes && <p className={css.wishes}>{wishes}</p>}
      {message && (
        <div className={css.body} lang={language} dir="auto">
          <PhoneText submission={submission} field="message" />
        </div>
      )}
      {!message && !wishes && <p className={css.absent}>{text("inbox.noMessage")}</p>}
    </div>
  );
}

/** Shows the buttons that open the previous and the next message. */
function Steps() {
  const text = useText();
  const { open } = useNavigation();
  const cursor = useCursor();
  return (
    <div className={css.steps}>
      {steps.map(({ step, label, icon, sign }) => {
        const id = cursor.getOpenedNeighbor(step);
        return (
          <IconButton
            key={step}
            label={text(label)}
            icon={icon}
            sign={sign}
            keys={sign.toLowerCase()}
            disabled={id === null}
            onClick={() => id && open(id, true)}
          />
        );
      })}
    </div>
  );
}

const steps = [
  { step: -1, label: "inbox.previous", icon: "up", sign: "K" },
  { step: 1, label: "inbox.next", icon: "down", sign: "J" },
] as const;

/**
 * Shows the five newest other messages from the same address, without spam, and says whether there are more. Each can be
 * joined to the opened conversation.
 */
function SenderMessages({ submission, now }: TimeProps) {
  const text = useText();
  const language = useLanguage();
  const { url, open } = useNavigation();
  const { changes } = useActions();
  const { join } = useMoves(submission.id);
  const describe = (otherMessage: FullSubmission) =>
    [describeWishes(otherMessage, language), cutCharacters(otherMessage.message ?? "", 120)]
      .filter(Boolean)
      .join(" · ") || text("inbox.noMessage");
  const senderPage = useSenderSubmissions(submission.email, changes);
  const otherMessages = (senderPage?.items ?? []).filter(({ id }) => id !== submission.id).slice(0, 5);
  if (otherMessages.length === 0) return null;

  const follow = (event: MouseEvent, id: string) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    open(id);
  };
  return (
    <section className={css.senderMessages} aria-labelledby="sender-messages">
      <Heading level={3} size="label" id="sender-messages">
        {text("inbox.sender.others")}
      </Heading>
      <ul>
        {otherMessages.map((otherMessage) => (
          <li key={otherMessage.id} className={css.senderRow}>
            <a
              className={css.senderMessage}
              href={writeUrlState({ ...url, openedId: otherMessage.id })}
              data-unread={!otherMessage.read}
              onClick={(event) => follow(event, otherMessage.id)}
            >
              <span className={css.beginning} dir="auto">
                {describe(otherMessage)}
              </span>
              <Age className={css.age} createdAt={otherMessage.created_at} now={now} />
            </a>
            {!submission.spam && (
              <Button
                size="small"
                tone="quiet"
                aria-label={`${text("inbox.move.join")}: ${describe(otherMessage)}`}
                onClick={() => void join(otherMessage.id)}
              >
                {text("inbox.move.join")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {senderPage?.next_cursor && <p className={css.age}>{text("inbox.sender.more")}</p>}
    </section>
  );
}
