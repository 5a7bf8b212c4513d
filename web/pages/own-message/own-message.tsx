import { useEffect, useRef, useState } from "react";
import { path } from "#cms/content/site.ts";
import type { OwnMessage } from "#functions/contract/reference.ts";
import { formatMoment, getDateFormatter } from "#web/language/formatters.ts";
import type { MessageId } from "#web/language/message-id.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import * as factsCss from "#web/sections/contact-sent.css.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Container, Row } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import * as css from "./own-message.css.ts";
import { type OwnMessageState, useOwnMessage } from "./use-own-message.ts";

/** Shows the page of an own-message link: the message, its retention, and a button that erases it. */
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

function LoadedMessage({ state: { message, erasing, problem }, erase }: LoadedMessageProps) {
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
      <Button tone="critical" disabled={erasing} onClick={() => setAsking(true)}>
        {text(erasing ? "ownMessage.erasing" : "ownMessage.erase")}
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

// Shows the next step of a state without a message.
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
