import { useEffect, useRef, useState } from "react";
import { path } from "#cms/content/site.ts";
import type { OwnMessage } from "#functions/contract/own-message.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Container, Row } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import { MessageFacts } from "./message-facts.tsx";
import * as css from "./own-message.css.ts";
import { type OwnMessageState, useOwnMessage } from "./use-own-message.ts";

/** The page of the link that a sender is mailed: which message it is of, how long it is kept, and how to erase it. */
export default function OwnMessagePage() {
  const text = useText();
  const { state, retry, erase } = useOwnMessage();
  const title = useRef<HTMLDivElement>(null);

  // Whatever the page says now is read from its beginning.
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
          <Lead state={state} />
          <NextStep state={state} retry={retry} />
        </div>
        <div className={css.panel} aria-busy={state.name === "loading"}>
          <noscript>
            <Text>{text("ownMessage.noScript")}</Text>
          </noscript>
          {state.name === "shown" && <Shown state={state} erase={erase} />}
        </div>
      </div>
    </Container>
  );
}

function Lead({ state }: { state: OwnMessageState }) {
  const text = useText();
  if (state.name === "loading") return null;
  const lead = () => {
    if (state.name === "failed") return text(state.problem);
    return text(`ownMessage.lead.${state.name}`);
  };
  return <Text tone="quiet">{lead()}</Text>;
}

type ShownProps = {
  state: Extract<OwnMessageState, { name: "shown" }>;
  erase: (message: OwnMessage) => void;
};

function Shown({ state: { message, erasing, problem }, erase }: ShownProps) {
  const text = useText();
  const [asking, setAsking] = useState(false);
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
      {asking && (
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

// Where there is no message to look at.
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
