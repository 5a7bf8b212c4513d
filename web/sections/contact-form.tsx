import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { trapField } from "#functions/contract/contact.ts";
import { formFragment, sentFragment, toSentQuery } from "#functions/contract/form-fragments.ts";
import { toReference } from "#functions/contract/reference.ts";
import { useHref } from "#web/content/use-href.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { SubmitButton } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import { ToastProvider, useToast } from "#web/ui/toast.tsx";
import { ContactProblem, ContactWaiting, PostedFormErrors } from "./contact-alerts.tsx";
import { ContactFields } from "./contact-fields.tsx";
import * as css from "./contact-form.css.ts";
import { DirectContacts } from "./contact-links.tsx";
import { ContactSent, type SentMessage } from "./contact-sent.tsx";
import { Lead, Section, type SectionProps } from "./section.tsx";
import { FileField } from "./uploads/file-field.tsx";
import { focusFirstMatch, useContactSubmission } from "./use-contact-submission.ts";

/** Renders the contact form with its privacy notice. It posts as plain HTML before hydration. */
export default function ContactForm({ section, surface }: SectionProps<"contactForm">) {
  const text = useText();
  const href = useHref();
  return (
    <Section anchor={section.anchor} surface={surface}>
      <div className={css.layout}>
        <Stack space="medium">
          <Heading level={2}>{section.title}</Heading>
          {section.text && (
            <div className={css.lead}>
              <Lead text={section.text} />
            </div>
          )}
        </Stack>
        <div className={css.sheet} id={section.anchor === formFragment ? undefined : formFragment}>
          <ToastProvider labels={{ region: text("toasts.region"), dismiss: text("toasts.dismiss") }}>
            <Form response={section.response} />
          </ToastProvider>
        </div>
        <div className={css.beside}>
          <Stack space="medium">
            <DirectContacts />
            {section.response && (
              <p className={css.response}>
                <Icon name="clock" />
                <span>{section.response}</span>
              </p>
            )}
            <Text size="small" tone="quiet">
              {section.notice}{" "}
              {section.noticeLink && <a href={href(section.noticeLink)}>{section.noticeLabel}</a>}
            </Text>
          </Stack>
        </div>
      </div>
    </Section>
  );
}

/** Renders a hidden field, which only bots fill in. */
function Trap() {
  const text = useText();
  return (
    <div className={css.trap} aria-hidden="true">
      <label>
        {text("contact.trap")}
        <input name={trapField} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

/** Renders the form, and after a sent message its confirmation in place of the form. */
function Form({ response }: { response: string | null }) {
  const text = useText();
  const toast = useToast();
  const language = useLanguage();
  const [sentMessage, setSentMessage] = useState<SentMessage | null>(null);
  const sentTitle = useRef<HTMLHeadingElement>(null);
  const writeAnother = ({ message }: SentMessage) => {
    flushSync(() => setSentMessage(null));
    history.replaceState(null, "", `${location.pathname}#${formFragment}`);
    const form = formProps.ref.current;
    if (!form) return;
    for (const name of ["name", "email"] as const) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = message[name];
    }
    focusFirstMatch(form, "[name=message]");
  };
  const { isHydrated, pending, problem, fields, formProps, outbox } = useContactSubmission({
    onSent: (message, { id }) => {
      toast({ title: text("contact.sent"), description: text("contact.sentDetail"), tone: "success" });
      const reference = toReference(id);
      flushSync(() => setSentMessage({ message, reference }));
      // A reload shows the confirmation without the message.
      const { pathname } = location;
      history.replaceState(null, "", `${pathname}${toSentQuery(reference)}#${sentFragment(language)}`);
      sentTitle.current?.focus({ preventScroll: true });
      sentTitle.current?.scrollIntoView({ block: "start" });
    },
    onWaiting: () => toast({ title: text("contact.waitingSaved"), tone: "caution" }),
    onSentLater: () => toast({ title: text("contact.sentLater"), tone: "success" }),
  });
  return (
    <>
      <ContactSent
        {...{ sent: sentMessage, response, isHydrated }}
        titleRef={sentTitle}
        onAnother={() => sentMessage && writeAnother(sentMessage)}
      />
      <form
        className={css.form}
        method="post"
        action="/api/contact"
        encType="multipart/form-data"
        {...formProps}
      >
        <PostedFormErrors isHydrated={isHydrated} />
        <ContactIntent />
        <ContactFields problems={fields} />
        <FileField isRejected={fields.files} />
        {problem && <ContactProblem problem={problem} />}
        <ContactWaiting outbox={outbox} />
        <Trap />
        <p className={css.offlineNotice} role="status">
          {text("contact.held")}
        </p>
        <div className={css.end}>
          <Text size="small" tone="quiet">
            {text("contact.starred")}
          </Text>
          <SubmitButton
            tone="accent"
            label={text("contact.submit")}
            pendingLabel={text("contact.pending")}
            isPending={pending}
          />
        </div>
      </form>
    </>
  );
}

/**
 * Names the meeting, and the plan or else the service, of the link that the visitor followed. The edge inserts the
 * text, which disappears when the visitor chooses another service or plan.
 */
function ContactIntent() {
  const text = useText();
  const [line, setLine] = useState(readIntent);
  const paragraph = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const form = paragraph.current?.closest("form");
    const hideLine = ({ target }: Event) => {
      if (target instanceof HTMLSelectElement && /^(service|plan)$/.test(target.name)) setLine("");
    };
    form?.addEventListener("input", hideLine);
    return () => form?.removeEventListener("input", hideLine);
  }, []);
  return (
    <p
      className={css.intent}
      ref={paragraph}
      data-intent=""
      data-meeting={text("contact.intent.meeting")}
      data-plan={text("contact.intent.plan", { plan: "{plan}" })}
    >
      {line || null}
    </p>
  );
}

// React starts with the text that the edge has inserted.
const readIntent = (): string =>
  typeof document === "undefined" ? "" : (document.querySelector("[data-intent]")?.textContent ?? "");
