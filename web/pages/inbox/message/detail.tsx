import type { FullSubmission } from "#functions/contract/submission.ts";
import { toProblemMessage } from "#web/api/problem-messages.ts";
import { formatAge } from "#web/language/age.ts";
import { formatMoment } from "#web/language/formatters.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { isGone } from "#web/pages/inbox/queries.ts";
import { toStanding, useReasons } from "#web/pages/inbox/shared/doubts.ts";
import { toDetailElementId } from "#web/pages/inbox/shared/focus.ts";
import { useNow } from "#web/pages/inbox/shared/hooks.ts";
import { InboxIcon } from "#web/pages/inbox/shared/icons.tsx";
import { IconButton, useSignKeys } from "#web/pages/inbox/shared/key-hints.tsx";
import { useOnePane } from "#web/pages/inbox/shared/layout.ts";
import { Notice, Waiting } from "#web/pages/inbox/shared/notice.tsx";
import { useInbox } from "#web/pages/inbox/store.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge, Text } from "#web/ui/text.tsx";
import * as css from "./detail.css.ts";
import { Fields } from "./fields.tsx";
import { MessageActions } from "./message-actions.tsx";
import { SenderMessages } from "./sender-messages.tsx";

/** Shows the opened message, or the reason why there is none. */
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
        detail={text(toProblemMessage(query.error))}
        action={action}
      />
    );
  }
  return <Waiting label={text("inbox.loading")} />;
}

function Message({ submission }: { submission: FullSubmission }) {
  const text = useText();
  const now = useNow();
  const onePane = useOnePane();
  const { id, name, read } = submission;
  return (
    <article className={css.message} aria-labelledby={toDetailElementId(id)}>
      <div className={css.top}>
        {onePane && <BackButton />}
        <h2 className={css.name} id={toDetailElementId(id)} tabIndex={-1} dir="auto">
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
        <MessageText submission={submission} />
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

function MessageText({ submission: { message, language } }: { submission: FullSubmission }) {
  const text = useText();
  return message ? (
    <div className={css.body} lang={language} dir="auto">
      {message}
    </div>
  ) : (
    <p className={css.absent}>{text("inbox.noMessage")}</p>
  );
}

/** Shows the doubts about the message, and whether its sender is blocked. */
function Doubts({ submission }: { submission: FullSubmission }) {
  const text = useText();
  const reasons = useReasons();
  const standing = toStanding(submission);
  return (
    <>
      {standing && (
        <p className={css.doubts} data-standing={standing}>
          <span className={css.lead}>{text(`inbox.doubts.${standing}`)}</span>
          <span>{` ${reasons(submission.doubts)}`}</span>
        </p>
      )}
      {submission.sender_block !== null && (
        <p className={css.doubts} data-standing="spam">
          <span className={css.lead}>{text("inbox.block.done")}</span>
          <span>{` · ${text("inbox.block.note")}`}</span>
        </p>
      )}
    </>
  );
}

function BackButton() {
  const text = useText();
  const { close } = useInbox();
  return (
    <Button tone="quiet" size="icon" aria-label={text("inbox.back")} onClick={close}>
      <InboxIcon name="back" />
    </Button>
  );
}

function Steps() {
  const { cursor } = useInbox();
  return (
    <div className={css.steps}>
      <Step label="inbox.previous" icon="up" sign="K" id={cursor.getOpenedNeighbor(-1)} />
      <Step label="inbox.next" icon="down" sign="J" id={cursor.getOpenedNeighbor(1)} />
    </div>
  );
}

type StepProps = {
  label: "inbox.previous" | "inbox.next";
  icon: "up" | "down";
  sign: string;
  id: string | null;
};

function Step({ label, icon, sign, id }: StepProps) {
  const text = useText();
  const { open } = useInbox();
  return (
    <IconButton
      label={text(label)}
      icon={icon}
      sign={sign}
      keys={sign.toLowerCase()}
      disabled={id === null}
      onClick={() => id && open(id, true)}
    />
  );
}
