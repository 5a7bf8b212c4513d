import { useText } from "#web/language/use-text.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Text } from "#web/ui/text.tsx";
import { buttons } from "./contact-waiting.css.ts";
import { ContactWays } from "./contact-ways.tsx";
import type { ContactOutbox } from "./use-contact-outbox.ts";

/** What became of the messages that could not be sent at once: that they wait, or that they have been sent since. */
export function ContactWaiting({ outbox }: { outbox: ContactOutbox }) {
  const text = useText();
  const { waiting, busy, isSent, sendNow, keepEditing } = outbox;
  const isOffline = waiting.at(-1)?.problem === "contact.offline";
  return (
    <>
      {waiting.length > 0 && (
        <Alert tone="caution">
          <Text weight="strong">
            {text(isOffline ? "contact.waitingOffline" : "contact.waitingLater", { count: waiting.length })}
          </Text>
          <Text>{text("contact.waitingDetail")}</Text>
          <div className={buttons}>
            <Button
              size="small"
              aria-disabled={busy || undefined}
              data-retry=""
              onClick={() => busy || void sendNow()}
            >
              {text(busy ? "contact.pending" : "contact.sendNow")}
            </Button>
            <Button size="small" tone="quiet" onClick={() => void keepEditing()}>
              {text("contact.keepEditing")}
            </Button>
          </div>
          {!isOffline && <ContactWays />}
        </Alert>
      )}
      {isSent && waiting.length === 0 && (
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
