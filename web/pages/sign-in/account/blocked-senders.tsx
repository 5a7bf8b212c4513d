import { useCallback, useRef } from "react";
import type { BlockedSender } from "#functions/contract/submission.ts";
import { ApiError } from "#web/api/api-error.ts";
import { listBlockedSenders, unblockSender } from "#web/api/submissions.ts";
import { formatAge } from "#web/language/age.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { useSession } from "#web/session/session.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Breakable, Text } from "#web/ui/text.tsx";
import { useToast } from "#web/ui/toast.tsx";
import * as css from "./account.css.ts";
import { Part } from "./part.tsx";
import { useOwnList } from "./use-own-list.ts";

/** The senders whose messages go to spam, and how to let them write again. */
export function BlockedSenders() {
  const text = useText();
  const toast = useToast();
  const { api } = useSession();
  const ask = useCallback(
    () =>
      listBlockedSenders(api).then(
        ({ items }) => ({ refusal: null, value: items }),
        (error: unknown) => ({ refusal: { error, retryAfter: null } }),
      ),
    [api],
  );
  const { items: senders, readAt, failed, load } = useOwnList(ask);
  const list = useRef<HTMLDivElement>(null);

  const end = async ({ id }: BlockedSender) => {
    try {
      await unblockSender(api, id);
    } catch (error) {
      // Another administrator was faster.
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
    // What was pressed is gone: the focus stays where the list is.
    list.current?.focus();
    await load();
  };
  return (
    <Part title={text("account.blocked.title")} lead={text("account.blocked.lead")}>
      <div ref={list} tabIndex={-1} aria-busy={senders === null && !failed}>
        {failed && (
          <Alert tone="critical">
            <p>{text("account.blocked.failed")}</p>
            <Button size="small" onClick={load}>
              {text("account.sessions.retry")}
            </Button>
          </Alert>
        )}
        {senders === null && !failed && <Text tone="quiet">{text("account.blocked.loading")}</Text>}
        {senders?.length === 0 && <Text tone="quiet">{text("account.blocked.none")}</Text>}
        {senders && senders.length > 0 && (
          <ul className={css.sessions}>
            {senders.map((sender) => (
              <SenderRow key={sender.id} sender={sender} readAt={readAt} end={() => end(sender)} />
            ))}
          </ul>
        )}
      </div>
    </Part>
  );
}

type SenderRowProps = { sender: BlockedSender; readAt: number; end: () => void };

function SenderRow({ sender, readAt, end }: SenderRowProps) {
  const text = useText();
  const language = useLanguage();
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
        <Button size="small" aria-label={text("account.blocked.endOf", { sender: name })} onClick={end}>
          {text("account.blocked.end")}
        </Button>
      </div>
    </li>
  );
}
