import { useLocation } from "react-router-dom";
import { getLimit } from "#functions/contract/contact.ts";
import { errorFragment } from "#functions/contract/form-fragments.ts";
import type { MessageId } from "#web/language/message-id.ts";
import { useText } from "#web/language/use-text.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Text } from "#web/ui/text.tsx";
import { type VisibleField, visibleFields } from "./contact-fields.tsx";
import { buttons } from "./contact-form.css.ts";
import { ContactLinks } from "./contact-links.tsx";
import type { ContactOutbox } from "./use-contact-submission.ts";

const reasons: Partial<Record<VisibleField, MessageId>> = {
  name: "contact.error.name.required",
  email: "contact.error.invalid_email",
  meeting_day: "contact.error.meeting_day",
};

const generalErrors = [
  ["form", "contact.targetForm"],
  ["unavailable", "contact.targetUnavailable"],
] as const;

/**
 * Shows the errors of a form that was posted without script. The edge marks one of them in its answer; otherwise the
 * fragment of the address selects one.
 */
export function PostedFormErrors({ isHydrated }: { isHydrated: boolean }) {
  const text = useText();
  const { hash } = useLocation();
  // Without script the document has all errors, and the styles show one. React renders only that one.
  const isVisible = (fragment: string) => !isHydrated || hash === `#${fragment}`;
  const describeError = (field: VisibleField) => {
    const error = text(reasons[field] ?? "contact.error.invalid");
    const maximum = getLimit(field);
    return Number.isFinite(maximum) ? `${error} ${text("contact.atMost", { maximum })}` : error;
  };
  return (
    <>
      {visibleFields
        .filter((field) => isVisible(errorFragment(field)))
        .map((field) => (
          <Alert key={field} tone="critical" shownAt={errorFragment(field)}>
            <Text>
              {text("contact.targetError", {
                field: text(`contact.${field}`),
                error: describeError(field),
              })}
            </Text>
          </Alert>
        ))}
      {isVisible(errorFragment("files")) && (
        <Alert tone="critical" shownAt={errorFragment("files")}>
          <Text>{text("contact.targetFiles")}</Text>
        </Alert>
      )}
      {generalErrors
        .filter(([cause]) => isVisible(errorFragment(cause)))
        .map(([cause, error]) => (
          <Alert key={cause} tone="critical" shownAt={errorFragment(cause)}>
            <Text>{text(error)}</Text>
            <ContactLinks />
          </Alert>
        ))}
    </>
  );
}

/**
 * Shows how many messages wait in this browser, or that they were sent. `useContactOutbox` focuses `data-retry` or
 * `data-sent`.
 */
export function ContactWaiting({ outbox }: { outbox: ContactOutbox }) {
  const text = useText();
  const { waitingMessages, isBusy, isSent, sendNow, keepEditing } = outbox;
  const count = waitingMessages.length;
  const isOffline = waitingMessages.at(-1)?.problem === "contact.offline";
  return (
    <>
      {count > 0 && (
        <Alert tone="caution">
          <Text weight="strong">
            {text(isOffline ? "contact.waitingOffline" : "contact.waitingLater", { count })}
          </Text>
          <Text>{text("contact.waitingDetail")}</Text>
          <div className={buttons}>
            <Button
              size="small"
              aria-disabled={isBusy || undefined}
              data-retry=""
              onClick={() => isBusy || void sendNow()}
            >
              {text(isBusy ? "contact.pending" : "contact.sendNow")}
            </Button>
            <Button size="small" tone="quiet" onClick={() => void keepEditing()}>
              {text("contact.keepEditing")}
            </Button>
          </div>
          {!isOffline && <ContactLinks />}
        </Alert>
      )}
      {isSent && count === 0 && (
        <div tabIndex={-1} data-sent="">
          <Alert tone="success">
            <Text weight="strong">{text("contact.sentLater")}</Text>
            <Text>{text("contact.sentDetail")}</Text>
          </Alert>
        </div>
      )}
    </>
  );
}

/** Shows why the message could not be sent, and the next step. `useContactSubmission` focuses `data-retry`. */
export function ContactProblem({ problem }: { problem: MessageId }) {
  const text = useText();
  return (
    <Alert tone="critical">
      <Text>{text(problem)}</Text>
      {problem !== "contact.invalid" && (
        <Button type="submit" size="small" data-retry="">
          {text("contact.retry")}
        </Button>
      )}
      {!["contact.invalid", "contact.offline"].includes(problem) && <ContactLinks />}
    </Alert>
  );
}
