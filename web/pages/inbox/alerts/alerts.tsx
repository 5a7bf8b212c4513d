import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { MailAlert } from "#functions/contract/mail-alert.ts";
import { ApiError } from "#web/api/api-error.ts";
import { listMailAlerts, removeMailAlert } from "#web/api/mail-alerts.ts";
import { problemMessage } from "#web/api/problem-messages.ts";
import { formatMoment } from "#web/language/formatters.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useText } from "#web/language/use-text.ts";
import { useInboxApi } from "#web/pages/inbox/queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Text } from "#web/ui/text.tsx";
import { useToast } from "#web/ui/toast.tsx";
import * as css from "./alerts.css.ts";

/** Says above the messages what keeps mails from arriving at the company; nothing while they do. */
export function Alerts() {
  const text = useText();
  const { alerts, remove } = useMailAlerts();
  const region = useRef<HTMLElement>(null);
  const seen = (alert: MailAlert) => {
    // The button goes with its alert.
    region.current?.focus();
    remove(alert);
  };
  return (
    <section
      ref={region}
      className={css.alerts}
      tabIndex={-1}
      aria-label={text("inbox.alerts")}
      role="status"
    >
      {alerts.map((alert) => (
        <Alert key={alert.id} alert={alert} seen={() => seen(alert)} />
      ))}
    </section>
  );
}

function Alert({ alert, seen }: { alert: MailAlert; seen: () => void }) {
  const text = useText();
  const language = useLanguage();
  const { kind, subject, occurrences: count, first_at: firstAt } = alert;
  return (
    <div className={css.alert}>
      <details className={css.details}>
        <summary className={css.summary}>{text(`inbox.alert.${kind}`, { subject })}</summary>
        <div className={css.explanation}>
          <Text size="small">{text(`inbox.alert.${kind}.todo`)}</Text>
          <Text size="small" tone="quiet">
            {text("inbox.alert.since", { when: formatMoment(firstAt, language), count })}
          </Text>
        </div>
      </details>
      <Button tone="quiet" size="small" onClick={seen}>
        {text("inbox.alert.seen")}
      </Button>
    </div>
  );
}

const key = ["mail-alerts"] as const;
const lookEvery = 5 * 60_000;

/** What keeps mails from arriving at the company, looked for now and then; and how one that was seen to is taken away. */
export function useMailAlerts() {
  const { api } = useInboxApi();
  const client = useQueryClient();
  const text = useText();
  const toast = useToast();
  const hideFailure = useRef(() => {});
  const { data: alerts = [] } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => listMailAlerts(api, signal),
    refetchInterval: lookEvery,
    refetchOnWindowFocus: "always",
  });
  const remove = async ({ id }: MailAlert) => {
    await client.cancelQueries({ queryKey: key });
    client.setQueryData<MailAlert[]>(key, (shown) => shown?.filter((alert) => alert.id !== id));
    try {
      await removeMailAlert(api, id);
      hideFailure.current();
    } catch (error) {
      if (error instanceof ApiError && error.code === "not_found") return;
      hideFailure.current = toast({
        title: text("inbox.alert.notRemoved"),
        description: text(problemMessage(error)),
        tone: "critical",
      });
      await client.invalidateQueries({ queryKey: key });
    }
  };
  return { alerts, remove };
}
