import type { Submission, SubmissionAction } from "#functions/contract/submission.ts";
import { problemMessage } from "#web/api/problem-messages.ts";
import { formatAge } from "#web/language/age.ts";
import type { MessageId } from "#web/language/message-id.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { useNow } from "#web/pages/inbox/clock.ts";
import { formatMoment } from "#web/pages/inbox/dates.ts";
import { InboxIcon, type InboxIconName } from "#web/pages/inbox/icons.tsx";
import { KeyTooltip } from "#web/pages/inbox/key-tooltip.tsx";
import { detailElement } from "#web/pages/inbox/next-focus.ts";
import { Notice, Waiting } from "#web/pages/inbox/notice.tsx";
import { isGone, type useSubmission } from "#web/pages/inbox/queries.ts";
import { useSignKeys } from "#web/pages/inbox/sign-keys.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Text } from "#web/ui/text.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { Answering } from "./answering.tsx";
import * as css from "./detail.css.ts";
import { Fields } from "./fields.tsx";
import { SenderMessages } from "./sender-messages.tsx";

type Handling = {
  close: () => void;
  act: (action: SubmissionAction, submission: Submission) => void;
  /** Opens another message; null at the ends of the list. */
  previous: (() => void) | null;
  next: (() => void) | null;
  hrefOf: (id: string) => string;
  open: (id: string) => void;
};

type DetailProps = Handling & {
  opened: string | null;
  query: ReturnType<typeof useSubmission>;
  /** As it is shown, with what was asked for on it; null when that deletes it. */
  submission: Submission | null | undefined;
};

/** The opened message with everything that is known of it, or why there is none. */
export function Detail({ opened, query, submission, ...handling }: DetailProps) {
  const text = useText();
  const signs = useSignKeys();
  if (opened === null || submission === null) {
    return (
      <Notice title={text("inbox.detail.none")} {...(signs && { detail: text("inbox.detail.noneDetail") })} />
    );
  }
  if (isGone(query.error)) {
    const action = { label: text("inbox.back"), run: handling.close };
    return (
      <Notice title={text("inbox.detail.gone")} detail={text("inbox.detail.goneDetail")} action={action} />
    );
  }
  if (submission) return <Message submission={submission} {...handling} />;
  if (query.error) {
    const action = { label: text("inbox.retry"), run: () => query.refetch() };
    return (
      <Notice
        title={text("inbox.detail.failed")}
        detail={text(problemMessage(query.error))}
        action={action}
      />
    );
  }
  return <Waiting label={text("inbox.loading")} />;
}

function Message({ submission, close, act, previous, next, ...list }: Handling & { submission: Submission }) {
  const text = useText();
  const language = useLanguage();
  const now = useNow();
  const signs = useSignKeys();
  const { id, name, message, read, spam, created_at: createdAt } = submission;
  return (
    <article className={css.message} aria-labelledby={detailElement(id)}>
      <div className={css.steps}>
        <span className={css.back}>
          <Button tone="quiet" size="small" onClick={close}>
            <InboxIcon name="back" />
            {text("inbox.back")}
          </Button>
        </span>
        <Step label="inbox.previous" icon="up" shortcut="K" run={previous} />
        <Step label="inbox.next" icon="down" shortcut="J" run={next} />
        <Tooltip label={text("inbox.print")}>
          <Button tone="quiet" size="icon" aria-label={text("inbox.print")} onClick={() => print()}>
            <InboxIcon name="print" />
          </Button>
        </Tooltip>
      </div>
      <header className={css.header}>
        <div className={css.sender}>
          <h2 className={css.name} id={detailElement(id)} tabIndex={-1}>
            {name}
          </h2>
          {!read && <Badge>{text("inbox.new")}</Badge>}
        </div>
        <Text size="small" tone="quiet">
          <time dateTime={createdAt}>{formatMoment(createdAt, language)}</time>
          {" · "}
          {formatAge(createdAt, now, language)}
        </Text>
      </header>
      <div className={css.actions}>
        <div className={css.actionGroup}>
          <Answering submission={submission} />
        </div>
        <div className={css.actionGroup}>
          <Action
            label={read ? "inbox.markUnread" : "inbox.markRead"}
            icon={read ? "unread" : "read"}
            sign="U"
            keys={signs ? "u" : undefined}
            run={() => act(read ? "unread" : "read", submission)}
          />
          <Action
            label={spam ? "inbox.notSpam" : "inbox.spam"}
            icon={spam ? "notSpam" : "spam"}
            sign="S"
            keys={signs ? "s" : undefined}
            run={() => act(spam ? "not_spam" : "spam", submission)}
          />
          <Action
            label="inbox.delete"
            icon="trash"
            sign="#"
            keys={signs ? "# Delete" : "Delete"}
            run={() => act("delete", submission)}
          />
        </div>
      </div>
      <Fields submission={submission} />
      <div className={css.body} lang={submission.language}>
        {message ?? (
          <span className={css.absent} lang={language}>
            {text("inbox.noMessage")}
          </span>
        )}
      </div>
      <SenderMessages submission={submission} now={now} hrefOf={list.hrefOf} open={list.open} />
    </article>
  );
}

type ActionProps = {
  label: MessageId;
  icon: InboxIconName;
  /** What the tooltip shows for its key. */
  sign: string;
  /** As `aria-keyshortcuts` takes them. */
  keys: string | undefined;
  run: () => void;
};

function Action({ label, icon, sign, keys, run }: ActionProps) {
  const text = useText();
  return (
    <KeyTooltip label={text(label)} sign={sign}>
      <Button size="small" aria-keyshortcuts={keys} onClick={run}>
        <InboxIcon name={icon} />
        {text(label)}
      </Button>
    </KeyTooltip>
  );
}

type StepProps = {
  label: "inbox.previous" | "inbox.next";
  icon: "up" | "down";
  shortcut: string;
  run: (() => void) | null;
};

function Step({ label, icon, shortcut, run }: StepProps) {
  const text = useText();
  const signs = useSignKeys();
  return (
    <KeyTooltip label={text(label)} sign={shortcut}>
      <Button
        tone="quiet"
        size="icon"
        aria-label={text(label)}
        aria-keyshortcuts={signs ? shortcut.toLowerCase() : undefined}
        disabled={run === null}
        onClick={() => run?.()}
      >
        <InboxIcon name={icon} />
      </Button>
    </KeyTooltip>
  );
}
