import { trapField } from "#functions/contract/doubt.ts";
import { useHref } from "#web/content/use-href.ts";
import { useText } from "#web/language/use-text.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Column, Grid, Stack } from "#web/ui/layout.tsx";
import { Heading, Text } from "#web/ui/text.tsx";
import { ToastProvider, useToast } from "#web/ui/toast.tsx";
import { ContactAnswers } from "./contact-answers.tsx";
import { ContactFields } from "./contact-fields.tsx";
import * as css from "./contact-form.css.ts";
import { ContactWaiting } from "./contact-waiting.tsx";
import { ContactWays } from "./contact-ways.tsx";
import { Section } from "./section.tsx";
import type { SectionProps } from "./section-props.ts";
import { useContactSubmission } from "./use-contact-submission.ts";

/** The contact form with its privacy notice. It posts as HTML does, and better once React is there. */
export default function ContactForm({ section, surface }: SectionProps<"contactForm">) {
  const text = useText();
  const href = useHref();
  return (
    <Section anchor={section.anchor} surface={surface}>
      <Grid>
        <Column span="firstFive">
          <Stack space="medium">
            <Heading level={2}>{section.title}</Heading>
            {section.text && (
              <Text size="lead" tone="quiet">
                {section.text}
              </Text>
            )}
            {section.response && (
              <p className={css.response}>
                <Icon name="clock" />
                <span>{section.response}</span>
              </p>
            )}
            <Text size="small" tone="quiet">
              {section.notice} <a href={href(section.noticeLink)}>{section.noticeLabel}</a>
            </Text>
          </Stack>
        </Column>
        <Column span="lastSeven">
          <div className={css.sheet}>
            <ToastProvider labels={{ region: text("toasts.region"), dismiss: text("toasts.dismiss") }}>
              <Form />
            </ToastProvider>
          </div>
        </Column>
      </Grid>
    </Section>
  );
}

/** A field that no one sees, and only programs fill in. */
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

function Form() {
  const text = useText();
  const toast = useToast();
  const { pending, problem, fields, formProps, outbox } = useContactSubmission({
    onSent: () =>
      toast({ title: text("contact.sent"), description: text("contact.sentDetail"), tone: "success" }),
    onWaiting: () => toast({ title: text("contact.waitingSaved"), tone: "caution" }),
    onSentLater: () => toast({ title: text("contact.sentLater"), tone: "success" }),
  });
  return (
    <form className={css.form} method="post" action="/api/contact" {...formProps}>
      <ContactAnswers />
      <ContactFields problems={fields} />
      {problem && (
        <Alert tone="critical">
          <Text>{text(problem)}</Text>
          {problem !== "contact.invalid" && (
            <Button type="submit" size="small" data-retry="">
              {text("contact.retry")}
            </Button>
          )}
          {!["contact.invalid", "contact.offline"].includes(problem) && <ContactWays />}
        </Alert>
      )}
      <ContactWaiting outbox={outbox} />
      <Trap />
      <div className={css.end}>
        <Text size="small" tone="quiet">
          {text("contact.starred")}
        </Text>
        <Button type="submit" tone="accent" aria-disabled={pending || undefined}>
          {text(pending ? "contact.pending" : "contact.submit")}
        </Button>
      </div>
    </form>
  );
}
