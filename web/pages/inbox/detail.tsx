import type { Submission } from "#functions/contract/submission.ts";
import { ApiError } from "#web/api/api-error.ts";
import { problemMessage } from "#web/api/problem-messages.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Text } from "#web/ui/text.tsx";
import { mailAddress } from "./addresses.ts";
import { formatMoment } from "./dates.ts";
import * as css from "./detail.css.ts";
import { Fields } from "./fields.tsx";
import { detailElement } from "./focus.ts";
import { InboxIcon } from "./icons.tsx";
import { Notice, Waiting } from "./notice.tsx";
import type { useSubmission } from "./queries.ts";

type Handling = {
  close: () => void;
  mark: (submission: Submission, read: boolean) => void;
  askToDelete: (submission: Submission) => void;
};

type DetailProps = Handling & { opened: string | null; query: ReturnType<typeof useSubmission> };

/** The opened message with everything that is known of it, or why there is none. */
export function Detail({ opened, query, ...handling }: DetailProps) {
  const text = useText();
  if (opened === null) {
    return <Notice title={text("inbox.detail.none")} detail={text("inbox.keys")} />;
  }
  if (query.error instanceof ApiError && query.error.code === "not_found") {
    const action = { label: text("inbox.back"), run: handling.close };
    return (
      <Notice title={text("inbox.detail.gone")} detail={text("inbox.detail.goneDetail")} action={action} />
    );
  }
  if (query.data) return <Message submission={query.data} {...handling} />;
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

function Message({ submission, close, mark, askToDelete }: Handling & { submission: Submission }) {
  const text = useText();
  const language = useLanguage();
  const { id, name, email, message, read } = submission;
  return (
    <article className={css.message} aria-labelledby={detailElement(id)}>
      <div className={css.back}>
        <Button tone="quiet" size="small" onClick={close}>
          <InboxIcon name="back" />
          {text("inbox.back")}
        </Button>
      </div>
      <header className={css.header}>
        <div className={css.sender}>
          <h2 className={css.name} id={detailElement(id)} tabIndex={-1}>
            {name}
          </h2>
          {!read && <Badge>{text("inbox.new")}</Badge>}
        </div>
        <Text size="small" tone="quiet">
          <time dateTime={submission.created_at}>{formatMoment(submission.created_at, language)}</time>
        </Text>
      </header>
      <div className={css.actions}>
        <LinkButton tone="accent" size="small" href={mailAddress(email)}>
          <InboxIcon name="reply" />
          {text("inbox.reply")}
        </LinkButton>
        <Button size="small" onClick={() => mark(submission, !read)}>
          <InboxIcon name="read" />
          {text(read ? "inbox.markUnread" : "inbox.markRead")}
        </Button>
        <Button size="small" onClick={() => askToDelete(submission)}>
          <InboxIcon name="trash" />
          {text("inbox.delete")}
        </Button>
      </div>
      <Fields submission={submission} />
      <div className={css.body} lang={submission.language}>
        {message ?? <span className={css.absent}>{text("inbox.noMessage")}</span>}
      </div>
    </article>
  );
}
