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
import { isGone } from "#web/pages/inbox/queries.ts";
import { useSignKeys } from "#web/pages/inbox/sign-keys.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Text } from "#web/ui/text.tsx";
import { Answering } from "./answering.tsx";
import * as css from "./detail.css.ts";
import { Doubts } from "./doubts.tsx";
import { Fields } from "./fields.tsx";
import { MessageActions } from "./message-actions.tsx";
import { SenderMessages } from "./sender-messages.tsx";
import { Steps } from "./steps.tsx";

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
  const language = useLanguage();
  const now = useNow();
  const { id, name, message, read, created_at: createdAt } = submission;
  return (
    <article className={css.message} aria-labelledby={detailElement(id)}>
      <Steps />
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
        <Doubts submission={submission} />
      </header>
      <div className={css.actions}>
        <div className={css.actionGroup}>
          <Answering submission={submission} />
        </div>
        <MessageActions submission={submission} />
      </div>
      <Fields submission={submission} />
      <div className={css.body} lang={submission.language}>
        {message ?? (
          <span className={css.absent} lang={language}>
            {text("inbox.noMessage")}
          </span>
        )}
      </div>
      <SenderMessages submission={submission} now={now} />
    </article>
  );
}
