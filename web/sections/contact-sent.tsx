import { type ReactNode, type RefObject, useState } from "react";
import { useLocation } from "react-router-dom";
import { type ContactInput, describeField, isChoice, toOptionNameId } from "#functions/contract/contact.ts";
import { formFragment, sentFragment } from "#functions/contract/form-fragments.ts";
import { useCopy } from "#web/content/copy-provider.tsx";
import { toCompanyChatAddress } from "#web/content/use-href.ts";
import { formatDay } from "#web/language/formatters.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import { Text, VisuallyHidden } from "#web/ui/text.tsx";
import { type VisibleField, visibleFields } from "./contact-fields.tsx";
import * as css from "./contact-sent.css.ts";

/** A message that was sent from this page, and its reference. */
export type SentMessage = { message: ContactInput; reference: string };

type ContactSentProps = {
  sent: SentMessage | null;
  /** The response time that the company states. */
  response: string | null;
  /** Whether the form is hydrated. */
  isHydrated: boolean;
  titleRef: RefObject<HTMLHeadingElement | null>;
  /** Brings the form back for another message. */
  onAnother(): void;
};

/**
 * Replaces the form when a message is sent, with its fields, its reference and the next steps. After a form without
 * script, and after a reload, the address shows it with the reference, which the edge inserts. The browser keeps
 * nothing else of a stored message.
 */
export function ContactSent({
  sent: sentMessage,
  response,
  isHydrated,
  titleRef,
  onAnother,
}: ContactSentProps) {
  const text = useText();
  const language = useLanguage();
  const { settings } = useCopy();
  const { hash } = useLocation();
  const [insertedReference] = useState(readInsertedReference);
  const reference = sentMessage?.reference ?? insertedReference;
  const id = sentFragment(language);
  if (isHydrated && !sentMessage && hash !== `#${id}`) return null;
  const chat = toCompanyChatAddress(
    settings.whatsapp,
    text("whatsapp.sent") + (reference && ` Ref. ${reference}`),
  );
  return (
    <div className={css.confirmation} id={id} {...(sentMessage && { "data-answer": "" })}>
      <Stack space="large">
        <Stack space="xsmall">
          <h3 className={css.title} ref={titleRef} tabIndex={-1}>
            <Icon name="check" />
            <span>{text(sentMessage ? "contact.received" : "contact.sent")}</span>
          </h3>
          {!sentMessage && <Text>{text("contact.sentDetail")}</Text>}
          <p className={css.reference}>
            {text("contact.reference")}: <strong data-reference="">{reference || null}</strong>
          </p>
        </Stack>
        {sentMessage && <SentFacts message={sentMessage.message} />}
        <Stack space="small">
          <h4 className={css.heading}>{text("contact.next")}</h4>
          <ol className={css.steps}>
            <li>
              {sentMessage
                ? text("contact.next.mail", { email: sentMessage.message.email })
                : text("contact.next.read")}
            </li>
            <li>{response ?? text("contact.next.answer")}</li>
            <li>{text("contact.next.meeting")}</li>
          </ol>
        </Stack>
        <Row space="small">
          <LinkButton href={chat} target="_blank" rel="noopener" data-reference-chat="">
            <Icon name="whatsapp" />
            <span>{text("contact.chat")}</span>
            <VisuallyHidden> {text("footer.newTab")}</VisuallyHidden>
          </LinkButton>
          <LinkButton
            href={`#${formFragment}`}
            tone="quiet"
            onClick={(event) => {
              if (!sentMessage) return;
              event.preventDefault();
              onAnother();
            }}
          >
            {text("contact.another")}
          </LinkButton>
        </Row>
      </Stack>
    </div>
  );
}

// React starts with the reference that the edge has inserted.
const readInsertedReference = (): string =>
  typeof document === "undefined" ? "" : (document.querySelector("[data-reference]")?.textContent ?? "");

function SentFacts({ message }: { message: ContactInput }) {
  const text = useText();
  const language = useLanguage();
  const plans = useCopy().page?.plans ?? [];
  const toText = (field: VisibleField): ReactNode => {
    const value = message[field];
    if (field === "plan") return plans.find(({ key }) => key === value)?.name ?? value;
    if (value && describeField(field).kind === "day") return formatDay(value, language);
    return value && isChoice(field) ? text(toOptionNameId(field, value)) : value;
  };
  return (
    <dl className={css.facts}>
      {visibleFields.map(
        (field) =>
          message[field] && (
            <div key={field} className={css.fact}>
              <dt className={css.label}>{text(`contact.${field}`)}</dt>
              <dd className={css.value} dir="auto">
                {toText(field)}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
