import { useEffect, useRef } from "react";
import { path } from "#cms/content/site.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Container, Row } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import * as css from "./conversation.css.ts";
import { ReplyForm } from "./reply-form.tsx";
import { Thread } from "./thread.tsx";
import { type ConversationState, useConversation } from "./use-conversation.ts";

/** Returns the state whose texts the page shows. A page that loads has those of the conversation, which stay. */
const toTextState = <Name extends string>(name: Name) =>
  name === "loading" ? "shown" : (name as Exclude<Name, "loading">);

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
            {text(`conversation.title.${toTextState(state.name)}`)}
          </Heading>
          <Text tone="quiet">
            {text(state.name === "failed" ? state.problem : `conversation.lead.${toTextState(state.name)}`)}
          </Text>
          {state.name === "shown" && (
            <Text tone="quiet" size="small">
              {text("conversation.reference", { reference: state.conversation.reference })}
            </Text>
          )}
          <NextStep state={state} retry={retry} />
          <noscript>
            <LinkForm />
          </noscript>
        </div>
        {state.name === "shown" && (
          <div className={css.panel}>
            <Thread items={state.conversation.items} />
            <ReplyForm key={state.token} token={state.token} news={state.news} show={show} />
          </div>
        )}
      </div>
    </Container>
  );
}

/** Opens the conversation without JavaScript. The fragment of the link never reaches the server, so it is pasted. */
function LinkForm() {
  const text = useText();
  return (
    <form className={css.form} method="post" action="/api/conversation">
      <input type="hidden" name="language" value={useLanguage()} />
      <TextField label={text("conversation.link")} name="token" autoComplete="off" spellCheck={false} />
      <Button tone="accent" type="submit">
        {text("conversation.open")}
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
