import { useCallback } from "react";
import type { BlockedSender } from "#functions/contract/submission.ts";
import { ApiError } from "#web/api/api-error.ts";
import { listBlockedSenders, unblockSender } from "#web/api/submissions.ts";
import { formatAge } from "#web/language/age.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { useSession } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Breakable } from "#web/ui/text.tsx";
import { useToast } from "#web/ui/toast.tsx";
import * as css from "./account.css.ts";
import { OwnList, useOwnList } from "./own-list.tsx";
import { Part } from "./part.tsx";

/** Lists the senders whose messages go to spam and unblocks them. */
export function BlockedSenders() {
  const text = useText();
  const toast = useToast();
  const { api } = useSession();
  const read = useCallback(
    () =>
      listBlockedSenders(api).then(
        ({ items }) => ({ refusal: null, value: items }),
        (error: unknown) => ({ refusal: { error, retryAfter: null } }),
      ),
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

function SenderRow({ sender, readAt, unblock }: SenderRowProps) {
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
        <Button size="small" aria-label={text("account.blocked.endOf", { sender: name })} onClick={unblock}>
          {text("account.blocked.end")}
        </Button>
      </div>
    </li>
  );
}
