import { useEffect, useRef, useState } from "react";
import { path } from "#cms/content/site.ts";
import type { OwnMessage } from "#functions/contract/answers.schema.ts";
import { ownMessageFragment } from "#functions/contract/reference.ts";
import { ApiError, type ProblemMessage, toProblemMessage } from "#web/api/api-error.ts";
import { callApi } from "#web/api/client.ts";
import { formatMoment, getDateFormatter } from "#web/language/formatters.ts";
import type { MessageId } from "#web/language/message-id.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import * as factsCss from "#web/sections/contact-sent.css.ts";
import { takeLinkToken } from "#web/session/link-token.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Container, Row } from "#web/ui/layout.tsx";
import { tryStorage } from "#web/ui/storage.ts";
import { Heading, Text } from "#web/ui/text.tsx";
import * as css from "./own-message.css.ts";

/** Shows the page of an own-message link: the reference of the message, its retention, and a button that erases it. */
export default function OwnMessagePage() {
  const text = useText();
  const { state, retry, erase } = useOwnMessage();
  const title = useRef<HTMLDivElement>(null);

  // Moves the focus to the new title, so that a screen reader starts there.
  useEffect(() => {
    if (state.name === "loading") return;
    const heading = title.current?.querySelector("h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [state.name]);

  return (
    <Container>
      <div className={css.page}>
        <div className={css.intro} ref={title}>
          <Heading level={1} size="heading">
            {text(`ownMessage.title.${state.name}`)}
          </Heading>
          {state.name !== "loading" && (
            <Text tone="quiet">
              {text(state.name === "failed" ? state.problem : `ownMessage.lead.${state.name}`)}
            </Text>
          )}
          <NextStep state={state} retry={retry} />
        </div>
        <div className={css.panel} aria-busy={state.name === "loading"}>
          <noscript>
            <Text>{text("ownMessage.noScript")}</Text>
          </noscript>
          {state.name === "shown" && <LoadedMessage state={state} erase={erase} />}
        </div>
      </div>
    </Container>
  );
}

type LoadedMessageProps = {
  state: Extract<OwnMessageState, { name: "shown" }>;
  erase: (message: OwnMessage) => void;
};

function LoadedMessage({ state: { message, isErasing, problem }, erase }: LoadedMessageProps) {
  const text = useText();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <MessageFacts message={message} />
      {problem && (
        <Alert tone="critical">
          <p>{text("ownMessage.notErased")}</p>
          <p>{text(problem)}</p>
        </Alert>
      )}
      <Button tone="critical" disabled={isErasing} onClick={() => setAsking(true)}>
        {text(isErasing ? "ownMessage.erasing" : "ownMessage.erase")}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={text("ownMessage.question")}
          description={text("ownMessage.warning")}
          confirmLabel={text("ownMessage.confirm")}
          cancelLabel={text("ownMessage.cancel")}
          onConfirm={() => {
            setAsking(false);
            erase(message);
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Shows the sender the reference of the message, its time, and the last day on which it may be stored. */
function MessageFacts({ message }: { message: OwnMessage }) {
  const text = useText();
  const language = useLanguage();
  const keptUntil = getDateFormatter(language, "long day", { dateStyle: "long" }).format(
    new Date(message.kept_until),
  );
  const facts: [label: MessageId, value: string][] = [
    ["contact.reference", message.reference],
    ["ownMessage.sentAt", formatMoment(message.created_at, language)],
    ["ownMessage.keptUntil", keptUntil],
  ];
  return (
    <dl className={factsCss.facts}>
      {facts.map(([label, value]) => (
        <div key={label} className={factsCss.fact}>
          <dt className={factsCss.label}>{text(label)}</dt>
          <dd className={factsCss.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function NextStep({ state, retry }: { state: OwnMessageState; retry: () => void }) {
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

type OwnMessageState =
  | { name: "loading" }
  | { name: "shown"; message: OwnMessage; isErasing: boolean; problem: ProblemMessage | null }
  /** The address has no token. */
  | { name: "without_link" }
  /** The token is invalid, or the record of its erased message has expired. */
  | { name: "unknown" }
  /** The message was erased before, or its retention has ended. */
  | { name: "gone" }
  | { name: "erased" }
  | { name: "failed"; problem: ProblemMessage };

const key = "own-message.token";

const takeToken = () =>
  takeLinkToken(key, (fragment) => new URLSearchParams(fragment).get(ownMessageFragment));

const forgetToken = () => tryStorage(() => sessionStorage.removeItem(key));

/** Returns the state after a failed request. The tab forgets the token of a message that does not exist. */
function toState(error: unknown): OwnMessageState {
  const code = error instanceof ApiError ? error.code : null;
  const name = code === "message_gone" ? "gone" : code === "not_found" ? "unknown" : null;
  if (!name) return { name: "failed", problem: toProblemMessage(error) };
  forgetToken();
  return { name };
}

/**
 * Reads the reference and the dates of the message of the mailed link, but not its text. Opening the link changes
 * nothing; `erase` deletes the message.
 */
function useOwnMessage() {
  const [state, setState] = useState<OwnMessageState>({ name: "loading" });
  const [attempt, setAttempt] = useState(0);

  // The request for the message of the present link. A newer link aborts it, so that no answer shows a message that
  // `erase` would not erase.
  const request = useRef(new AbortController());

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt repeats the request
  useEffect(() => {
    const page = new AbortController();
    const load = () => {
      request.current.abort();
      request.current = new AbortController();
      const { signal } = request.current;
      const token = takeToken();
      if (!token) return setState({ name: "without_link" });
      setState({ name: "loading" });
      callApi<OwnMessage>("/api/contact/own", { method: "POST", body: { token }, signal }).then(
        (message) => signal.aborted || setState({ name: "shown", message, isErasing: false, problem: null }),
        (error) => signal.aborted || setState(toState(error)),
      );
    };
    load();
    // Opening another link in this tab changes only the fragment.
    addEventListener("hashchange", load, { signal: page.signal });
    return () => {
      page.abort();
      request.current.abort();
    };
  }, [attempt]);

  const erase = async (message: OwnMessage) => {
    const token = takeToken();
    if (!token) return;
    const { signal } = request.current;
    setState({ name: "shown", message, isErasing: true, problem: null });
    await callApi("/api/contact/own/erase", { method: "POST", body: { token } }).then(
      () => {
        if (signal.aborted) return;
        forgetToken();
        setState({ name: "erased" });
      },
      (error) => {
        if (signal.aborted) return;
        const nextState = toState(error);
        setState(
          nextState.name === "failed"
            ? { ...nextState, name: "shown", message, isErasing: false }
            : nextState,
        );
      },
    );
  };

  return { state, retry: () => setAttempt((count) => count + 1), erase };
}
