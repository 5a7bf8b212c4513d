import type { ScreenedSubmission } from "#functions/contract/submission.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { formatMoment } from "#web/language/formatters.ts";
import { useText } from "#web/language/use-text.ts";
import { InboxIcon } from "#web/pages/inbox/icons.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { phoneAddress, replyAddress, whatsAppAddress } from "./addresses.ts";

/** The addresses that answer a message: of a mail, and of a chat and a call where its sender left a number for them. */
export function useAnswers(submission: ScreenedSubmission) {
  const { settings } = useCopy();
  const { created_at: createdAt, language } = submission;
  return {
    mail: replyAddress(submission, settings.brandName, formatMoment(createdAt, language)),
    chat: whatsAppAddress(submission),
    call: phoneAddress(submission),
  };
}

/** The ways to answer a message that its sender left: mail always, a chat and a call with a number. */
export function Answering({ submission }: { submission: ScreenedSubmission }) {
  const text = useText();
  const { mail, chat, call } = useAnswers(submission);
  return (
    <>
      <LinkButton tone="accent" size="small" href={mail}>
        <InboxIcon name="reply" />
        <span>{text("inbox.reply")}</span>
      </LinkButton>
      {chat && (
        <LinkButton size="small" href={chat} target="_blank" rel="noopener">
          <Icon name="whatsapp" />
          <span>{text("inbox.whatsapp")}</span>
        </LinkButton>
      )}
      {call && (
        <LinkButton size="small" href={call}>
          <Icon name="phone" />
          <span>{text("inbox.call")}</span>
        </LinkButton>
      )}
    </>
  );
}
