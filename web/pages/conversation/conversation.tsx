import { type FormEvent, useEffect, useRef, useState } from "react";
import { path } from "#cms/content/site.ts";
import type { CustomerConversation, CustomerItem } from "#functions/contract/conversation.schema.ts";
import { entryLimit } from "#functions/contract/conversation.ts";
import { ApiError, type ProblemMessage, toProblemMessage } from "#web/api/api-error.ts";
import { callApi } from "#web/api/client.ts";
import { formatMoment } from "#web/language/formatters.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/field.tsx";
import { Container, Row } from "#web/ui/layout.tsx";
import { tryStorage } from "#web/ui/storage.ts";
import { Heading, Text } from "#web/ui/text.tsx";
import * as css from "./conversation.css.ts";

/** Shows a customer the conversation of the link in an answer's mail, with a field to write back. */
export default function ConversationPage() {
  const text = useText();
  const { state, retry, show } = useConversation();
  const title = useRef<HTMLDivElement>(null);

  // Moves the focus to the new title, so that a screen reader starts there.
  useEffect(() => {
    if (state.name === "loading") return;
    const heading = title.current?.querySelector("h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }, [state.name]);

  return (
    <Container>
      <div className={css.page} aria-busy={state.name === "loading"}>
        <div className={css.intro} ref={title}>
          <Heading level={1} size="heading">
            {text(`conversation.title.${state.name}`)}
          </Heading>
          {state.name !== "loading" && (
            <Text tone="quiet">
              {text(state.name === "failed" ? state.problem : `conversation.lead.${state.name}`)}
            </Text>
          )}
          <NextStep state={state} retry={retry} />
        </div>
        <noscript>
          <Text>{text("conversation.noScript")}</Text>
        </noscript>
        {state.name === "shown" && (
          <Thread token={state.token} conversation={state.conversation} show={show} />
        )}
      </div>
    </Container>
  );
}

type ThreadProps = {
  token: string;
  conversation: CustomerConversation;
  show: (conversation: CustomerConversation) => void;
};

function Thread({ token, conversation, show }: ThreadProps) {
  return (
    <>
      <ol className={css.thread}>
        {conversation.items.map((item) => (
          <li key={`${item.created_at} ${item.kind}`}>
            <ThreadItem item={item} />
          </li>
        ))}
      </ol>
      <ReplyForm token={token} show={show} />
    </>
  );
}

function ThreadItem({ item }: { item: CustomerItem }) {
  const text = useText();
  const language = useLanguage();
  const author = item.kind === "customer" ? text("conversation.you") : item.author;
  return (
    <article className={css.item}>
      <Text tone="quiet" size="small">
        {author} · <time dateTime={item.created_at}>{formatMoment(item.created_at, language)}</time>
      </Text>
      <p className={css.itemText} dir="auto">
        {item.text}
      </p>
    </article>
  );
}

function ReplyForm({ token, show }: Pick<ThreadProps, "token" | "show">) {
  const text = useText();
  const [reply, setReply] = useState("");
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<ProblemMessage | null>(null);
  const [wasSent, setSent] = useState(false);
  // The same reply keeps its key, so a repeated attempt stores it once.
  const key = useRef(crypto.randomUUID());

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (reply.trim() === "" || isSending) return;
    setSending(true);
    setProblem(null);
    try {
      const body = { token, text: reply };
      const headers = { "Idempotency-Key": key.current };
      const conversation = await callApi<CustomerConversation>("/api/conversation/entries", {
        ...{ method: "POST", body, headers },
      });
      key.current = crypto.randomUUID();
      setReply("");
      setSent(true);
      show(conversation);
    } catch (error) {
      setProblem(toProblemMessage(error));
    } finally {
      setSending(false);
    }
  };

  return (
    <form className={css.form} onSubmit={send}>
      {wasSent && <Alert tone="success">{text("conversation.received")}</Alert>}
      {problem && (
        <Alert tone="critical">
          <p>{text("conversation.notSent")}</p>
          <p>{text(problem)}</p>
        </Alert>
      )}
      <TextArea
        label={text("conversation.reply")}
        value={reply}
        rows={6}
        maxLength={entryLimit}
        onChange={({ target }) => {
          setReply(target.value);
          setSent(false);
        }}
      />
      <Button tone="accent" type="submit" disabled={isSending}>
        {text(isSending ? "conversation.sending" : "conversation.send")}
      </Button>
    </form>
  );
}

function NextStep({ state, retry }: { state: ConversationState; retry: () => void }) {
  const text = useText();
  const language = useLanguage();
  if (state.name === "loading" || state.name === "shown") return null;
  return (
    <Row>
      {state.name === "failed" ? (
        <Button tone="accent" onClick={retry}>
          {text("ownMessage.retry")}
        </Button>
      ) : (
        <LinkButton tone="accent" href={path("contact", language)}>
          {text("ownMessage.contact")}
        </LinkButton>
      )}
    </Row>
  );
}

type ConversationState =
  | { name: "loading" }
  | { name: "shown"; token: string; conversation: CustomerConversation }
  /** The address has no token. */
  | { name: "without_link" }
  /** The token is invalid or revoked, or the conversation is erased. */
  | { name: "unknown" }
  | { name: "failed"; problem: ProblemMessage };

const storageKey = "conversation.token";

/**
 * Returns the token of the mailed link and removes it from the address, so that neither the history nor a bystander
 * sees it. The tab stores it for a reload and a change of language.
 */
function takeToken(): string | null {
  const token = location.hash.slice(1);
  if (!token) return tryStorage(() => sessionStorage.getItem(storageKey)) ?? null;
  tryStorage(() => sessionStorage.setItem(storageKey, token));
  history.replaceState(history.state, "", location.pathname + location.search);
  return token;
}

const toState = (error: unknown): ConversationState =>
  error instanceof ApiError && error.code === "not_found"
    ? { name: "unknown" }
    : { name: "failed", problem: toProblemMessage(error) };

/** Reads the conversation of the mailed link. `show` replaces it. */
function useConversation() {
  const [state, setState] = useState<ConversationState>({ name: "loading" });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt repeats the request
  useEffect(() => {
    const page = new AbortController();
    const { signal } = page;
    const load = () => {
      const token = takeToken();
      if (!token) return setState({ name: "without_link" });
      setState({ name: "loading" });
      callApi<CustomerConversation>("/api/conversation", { method: "POST", body: { token }, signal }).then(
        (conversation) => signal.aborted || setState({ name: "shown", token, conversation }),
        (error) => signal.aborted || setState(toState(error)),
      );
    };
    load();
    // Opening another link in this tab changes only the fragment.
    addEventListener("hashchange", load, { signal });
    return () => page.abort();
  }, [attempt]);

  return {
    state,
    retry: () => setAttempt((count) => count + 1),
    show: (conversation: CustomerConversation) =>
      setState((current) => (current.name === "shown" ? { ...current, conversation } : current)),
  };
}
