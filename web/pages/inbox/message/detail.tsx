import type { ScreenedSubmission } from "#functions/contract/submission.ts";
import { problemMessage } from "#web/api/problem-messages.ts";
import { formatAge } from "#web/language/age.ts";
import { formatMoment } from "#web/language/formatters.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { useNow } from "#web/pages/inbox/clock.ts";
import { useInbox } from "#web/pages/inbox/inbox-context.ts";
import { detailElement } from "#web/pages/inbox/next-focus.ts";
import { Notice, Waiting } from "#web/pages/inbox/notice.tsx";
import { useOnePane } from "#web/pages/inbox/one-pane.ts";
import { isGone } from "#web/pages/inbox/queries.ts";
import { useSignKeys } from "#web/pages/inbox/sign-keys.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Text } from "#web/ui/text.tsx";
import { ActionBar } from "./action-bar.tsx";
import { Answering } from "./answering.tsx";
import * as css from "./detail.css.ts";
import { Doubts } from "./doubts.tsx";
import { Fields } from "./fields.tsx";
import { MessageActions } from "./message-actions.tsx";
import { SenderMessages } from "./sender-messages.tsx";
import { Back, Steps } from "./steps.tsx";

/** The opened message with everything that is known of it, or why there is none. */
export function Detail() {
  const text = useText();
  const signs = useSignKeys();
  const { detail, close } = useInbox();
  const { id, query, submission } = detail;
  if (id === null || submission === null) {
    return (
      <Notice title={text("inbox.detail.none")} {...(signs && { detail: text("inbox.detail.noneDetail") })} />
    );
  }
  if (isGone(query.error)) {
    const action = { label: text("inbox.back"), run: close };
    return (
      <Notice title={text("inbox.detail.gone")} detail={text("inbox.detail.goneDetail")} action={action} />
    );
  }
  if (submission) return <Message submission={submission} />;
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

function Message({ submission }: { submission: ScreenedSubmission }) {
  const now = useNow();
  const parts = { submission, now };
  return (
    <article className={css.message} aria-labelledby={detailElement(submission.id)}>
      {useOnePane() ? <WordsFirst {...parts} /> : <SideBySide {...parts} />}
    </article>
  );
}

type PartsProps = { submission: ScreenedSubmission; now: number };

/** Beside the list: who it is and what can be done above what was written. */
function SideBySide({ submission, now }: PartsProps) {
  return (
    <>
      <Steps />
      <header className={css.header}>
        <div className={css.sender}>
          <Name submission={submission} />
        </div>
        <Time submission={submission} now={now} />
        <Doubts submission={submission} />
      </header>
      <div className={css.actions}>
        <div className={css.actionGroup}>
          <Answering submission={submission} />
        </div>
        <MessageActions submission={submission} />
      </div>
      <Fields submission={submission} />
      <Words submission={submission} />
      <SenderMessages submission={submission} now={now} />
    </>
  );
}

/** In the place of the list: what was written, then who wrote it, and what can be done where the thumb is. */
function WordsFirst({ submission, now }: PartsProps) {
  const text = useText();
  return (
    <>
      <div className={css.top}>
        <Back />
        <Name submission={submission} />
        <Steps />
      </div>
      <Doubts submission={submission} />
      <Words submission={submission} />
      <section className={css.writer} aria-label={text("inbox.writer")}>
        <div>
          <p className={css.fullName} dir="auto">
            {submission.name}
          </p>
          <Time submission={submission} now={now} />
        </div>
        <Fields submission={submission} />
      </section>
      <SenderMessages submission={submission} now={now} />
      <ActionBar submission={submission} />
    </>
  );
}

function Name({ submission: { id, name, read } }: { submission: ScreenedSubmission }) {
  const text = useText();
  return (
    <>
      <h2 className={css.name} id={detailElement(id)} tabIndex={-1} dir="auto">
        {name}
      </h2>
      {!read && <Badge>{text("inbox.new")}</Badge>}
    </>
  );
}

function Time({ submission: { created_at: createdAt }, now }: PartsProps) {
  const language = useLanguage();
  return (
    <Text size="small" tone="quiet">
      <time dateTime={createdAt}>{formatMoment(createdAt, language)}</time>
      <span>{` · ${formatAge(createdAt, now, language)}`}</span>
    </Text>
  );
}

function Words({ submission: { message, language } }: { submission: ScreenedSubmission }) {
  const text = useText();
  return message ? (
    <div className={css.body} lang={language} dir="auto">
      {message}
    </div>
  ) : (
    <p className={css.absent}>{text("inbox.noMessage")}</p>
  );
}
