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
import { Badge, Text } from "#web/ui/text.tsx";
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
  const text = useText();
  const now = useNow();
  const onePane = useOnePane();
  const { id, name, read } = submission;
  return (
    <article className={css.message} aria-labelledby={detailElement(id)}>
      <div className={css.top}>
        {onePane && <Back />}
        <h2 className={css.name} id={detailElement(id)} tabIndex={-1} dir="auto">
          {name}
        </h2>
        {!read && <Badge tone="quiet">{text("inbox.new")}</Badge>}
        <Steps />
      </div>
      {!onePane && (
        <>
          <Time submission={submission} now={now} />
          <MessageActions submission={submission} />
        </>
      )}
      <Doubts submission={submission} />
      <div className={css.contents}>
        <Words submission={submission} />
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

type TimeProps = { submission: ScreenedSubmission; now: number };

function Time({ submission: { created_at: createdAt }, now }: TimeProps) {
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
