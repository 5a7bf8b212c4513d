import { type FormEvent, useRef, useState } from "react";
import { countCharacters, isVisible } from "#functions/contract/characters.ts";
import { uploadedField } from "#functions/contract/contact.ts";
import type { CustomerConversation } from "#functions/contract/conversation.schema.ts";
import { entryLimit } from "#functions/contract/conversation.ts";
import { ApiError, type ProblemMessage, toProblemMessage } from "#web/api/api-error.ts";
import { callApi } from "#web/api/client.ts";
import { useText } from "#web/language/use-text.ts";
import { FileField } from "#web/sections/uploads/file-field.tsx";
import { formUploads } from "#web/sections/uploads/settle.ts";
import { Alert } from "#web/ui/alert.tsx";
import { SubmitButton } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/field.tsx";
import type { TextLimit } from "#web/ui/field-hints.ts";
import { tryStorage } from "#web/ui/storage.ts";
import * as css from "./conversation.css.ts";
import type { News } from "./use-conversation.ts";

/** A typed reply with the tokens of its files, and the idempotency key of the attempt to send exactly these. */
type ReplyDraft = { text: string; files: string; key: string | null };

const emptyDraft: ReplyDraft = { text: "", files: "", key: null };

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

type ReplyProblem = ProblemMessage | "conversation.ended";

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
  const [problem, setProblem] = useState<ReplyProblem | null>(null);
  const [rejection, setRejection] = useState<ApiError>();
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
    const reason = toInvalid(draft.get().text);
    setInvalid(reason);
    setProblem(null);
    setRejection(undefined);
    if (reason) return form.current?.querySelector("textarea")?.focus();
    setSending(true);
    if (!(await formUploads.settle())) return setSending(false);
    const { text: reply, files, key: lastKey } = draft.get();
    // A repeated attempt with the same text has the same key, so the reply is stored once.
    const key = lastKey ?? crypto.randomUUID();
    draft.set({ text: reply, files, key });
    await callApi<CustomerConversation>("/api/conversation/entries", {
      method: "POST",
      body: { token, text: reply, files },
      headers: { "Idempotency-Key": key },
    }).then(
      (conversation) => {
        draft.set(emptyDraft);
        setSentCount((count) => count + 1);
        show(conversation, "received");
      },
      (error: unknown) => {
        if (error instanceof ApiError && error.errors.some(({ field }) => field === uploadedField))
          return setRejection(error);
        const message = toProblemMessage(error);
        setProblem(message === "problem.notFound" ? "conversation.ended" : message);
      },
    );
    setSending(false);
  };

  return (
    <form
      ref={form}
      className={css.sheet}
      noValidate
      onSubmit={send}
      onInput={({ target }) => {
        const { name, value } = target as HTMLInputElement;
        if (name === uploadedField) draft.set({ ...draft.get(), files: value, key: null });
      }}
    >
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
          draft.set({ ...draft.get(), text: currentTarget.value, key: null });
          setInvalid(null);
        }}
      />
      <FileField key={`files ${sentCount}`} defaultValue={draft.get().files} isRejected={rejection} />
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
