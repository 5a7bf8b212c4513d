import { type FormEvent, useRef, useState } from "react";
import { countCharacters, isVisible } from "#functions/contract/characters.ts";
import type { CustomerConversation } from "#functions/contract/conversation.schema.ts";
import { entryLimit } from "#functions/contract/conversation.ts";
import { type ProblemMessage, toProblemMessage } from "#web/api/api-error.ts";
import { callApi } from "#web/api/client.ts";
import { useText } from "#web/language/use-text.ts";
import { Alert } from "#web/ui/alert.tsx";
import { SubmitButton } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/field.tsx";
import type { TextLimit } from "#web/ui/field-hints.ts";
import { tryStorage } from "#web/ui/storage.ts";
import * as css from "./conversation.css.ts";
import type { News } from "./use-conversation.ts";

/** A typed reply, and the idempotency key of the attempt to send exactly this text. */
type ReplyDraft = { text: string; key: string | null };

const emptyDraft: ReplyDraft = { text: "", key: null };

/** Opens the reply to a conversation, which the tab stores. Changes cause no rendering. */
function openReplyDraft(token: string) {
  const storageKey = `conversation.draft ${token}`;
  let draft =
    tryStorage(() => JSON.parse(sessionStorage.getItem(storageKey) ?? "") as ReplyDraft) ?? emptyDraft;
  return {
    get: () => draft,
    set(newDraft: ReplyDraft) {
      draft = newDraft;
      tryStorage(() => sessionStorage.setItem(storageKey, JSON.stringify(newDraft)));
    },
  };
}

const toInvalid = (reply: string) => {
  if (!isVisible(reply)) return "conversation.empty";
  return countCharacters(reply) > entryLimit ? "conversation.tooLong" : null;
};

type ReplyFormProps = {
  token: string;
  news: News;
  show: (conversation: CustomerConversation, news: News) => void;
};

/** Sends a reply of the customer. What is typed outlasts a reload and a failed attempt. */
export function ReplyForm({ token, news, show }: ReplyFormProps) {
  const text = useText();
  const [draft] = useState(() => openReplyDraft(token));
  const [isSending, setSending] = useState(false);
  const [invalid, setInvalid] = useState<ReturnType<typeof toInvalid>>(null);
  const [problem, setProblem] = useState<ProblemMessage | "conversation.ended" | null>(null);
  const [sentCount, setSentCount] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const limit: TextLimit = {
    maximum: entryLimit,
    count: countCharacters,
    describe: (remaining) =>
      text(remaining < 0 ? "contact.over" : "contact.left", { count: Math.abs(remaining) }),
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const { text: reply, key: lastKey } = draft.get();
    const reason = toInvalid(reply);
    setInvalid(reason);
    setProblem(null);
    if (reason) return form.current?.querySelector("textarea")?.focus();
    // A repeated attempt with the same text has the same key, so the reply is stored once.
    const key = lastKey ?? crypto.randomUUID();
    draft.set({ text: reply, key });
    setSending(true);
    await callApi<CustomerConversation>("/api/conversation/entries", {
      method: "POST",
      body: { token, text: reply },
      headers: { "Idempotency-Key": key },
    }).then(
      (conversation) => {
        draft.set(emptyDraft);
        setSentCount((count) => count + 1);
        show(conversation, "received");
      },
      (error: unknown) => {
        const message = toProblemMessage(error);
        setProblem(message === "problem.notFound" ? "conversation.ended" : message);
      },
    );
    setSending(false);
  };

  return (
    <form ref={form} className={css.sheet} noValidate onSubmit={send}>
      {news && <Alert tone="success" key={news} text={text(`conversation.${news}`)} />}
      <TextArea
        // A new text area is empty and counts its characters anew. React must not control it, nor compare its values
        // (`onChange`): the counter renders between the listeners of an input event, and React would miss the change.
        key={sentCount}
        label={text("conversation.reply")}
        defaultValue={draft.get().text}
        rows={6}
        dir="auto"
        limit={limit}
        error={invalid ? text(invalid) : undefined}
        readOnly={isSending}
        onInput={({ currentTarget }) => {
          draft.set({ text: currentTarget.value, key: null });
          setInvalid(null);
        }}
      />
      {problem && (
        <Alert tone="critical">
          <p>{text("conversation.notSent")}</p>
          <p>{text(problem)}</p>
        </Alert>
      )}
      <div className={css.end}>
        <SubmitButton
          tone="accent"
          label={text("conversation.send")}
          pendingLabel={text("conversation.sending")}
          isPending={isSending}
        />
      </div>
    </form>
  );
}
