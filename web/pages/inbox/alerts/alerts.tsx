import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { MailAlert, MailAlerts } from "#functions/contract/answers.schema.ts";
import { ApiError, toProblemMessage } from "#web/api/api-error.ts";
import { formatMoment } from "#web/language/formatters.ts";
import { useLanguage, useText } from "#web/language/use-text.ts";
import { useInboxApi } from "#web/pages/inbox/queries.ts";
import { hasPasskeys } from "#web/session/account-actions.ts";
import { accountAddress } from "#web/session/return-address.ts";
import { useSession } from "#web/session/session.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { tryStorage } from "#web/ui/storage.ts";
import { Text } from "#web/ui/text.tsx";
import { useToast } from "#web/ui/toast.tsx";
import * as css from "./alerts.css.ts";

/** Shows reported faults of mail delivery until an administrator dismisses them or they end. */
export function Alerts() {
  const text = useText();
  const { alerts, remove } = useMailAlerts();
  const region = useRef<HTMLElement>(null);
  const dismiss = (alert: MailAlert) => {
    // The button disappears with its alert.
    region.current?.focus();
    void remove(alert);
  };
  return (
    <section
      ref={region}
      className={css.alerts}
      tabIndex={-1}
      aria-label={text("inbox.alerts")}
      role="status"
      aria-atomic={false}
    >
      {alerts.map((alert) => (
        <Alert key={alert.id} alert={alert} onDismiss={() => dismiss(alert)} />
      ))}
    </section>
  );
}

/** Shows an alert with the remedy of its fault, and a button that dismisses the alert. */
function Alert({ alert, onDismiss }: { alert: MailAlert; onDismiss: () => void }) {
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
      <Button tone="quiet" size="small" onClick={onDismiss}>
        {text("inbox.alert.seen")}
      </Button>
    </div>
  );
}

const alertsKey = ["mail-alerts"] as const;
const refetchIntervalMs = 5 * 60_000;

/** Reads the alerts every five minutes. `remove` hides an alert at once, and restores it if the call fails. */
function useMailAlerts() {
  const { api, client } = useInboxApi();
  const text = useText();
  const toast = useToast();
  const hideFailure = useRef(() => {});
  const { data: alerts = [] } = useQuery({
    queryKey: alertsKey,
    queryFn: async ({ signal }) => (await api<MailAlerts>("/api/mail-alerts", { signal })).items,
    refetchInterval: refetchIntervalMs,
    refetchOnWindowFocus: "always",
  });
  const remove = async ({ id }: MailAlert) => {
    await client.cancelQueries({ queryKey: alertsKey });
    client.setQueryData<MailAlert[]>(alertsKey, (cachedAlerts) =>
      cachedAlerts?.filter((alert) => alert.id !== id),
    );
    try {
      await api(`/api/mail-alerts/${encodeURIComponent(id)}`, { method: "DELETE" });
      hideFailure.current();
    } catch (error) {
      // Another administrator has already dismissed it.
      if (error instanceof ApiError && error.code === "not_found") return;
      hideFailure.current = toast({
        title: text("inbox.alert.notRemoved"),
        description: text(toProblemMessage(error)),
        tone: "critical",
      });
      await client.invalidateQueries({ queryKey: alertsKey });
    }
  };
  return { alerts, remove };
}

const adviceKey = "inbox.passkey-advice";
const adviceIntervalMs = 30 * 24 * 3_600_000;

/** Advises an administrator without a passkey to add one. Declined advice stays hidden for 30 days. */
export function PasskeyAdvice() {
  const text = useText();
  const language = useLanguage();
  const { account } = useSession();
  const [isDeclined, setDeclined] = useState(() => {
    const declinedAt = Number(tryStorage(() => localStorage.getItem(adviceKey)) ?? 0);
    return Date.now() - declinedAt < adviceIntervalMs;
  });
  const { data: outcome } = useQuery({
    queryKey: ["passkeys"],
    queryFn: account.listPasskeys,
    enabled: hasPasskeys() && !isDeclined,
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (isDeclined || !outcome || outcome.refusal || outcome.value.length > 0) return null;
  const decline = () => {
    setDeclined(true);
    tryStorage(() => localStorage.setItem(adviceKey, String(Date.now())));
  };
  return (
    <div className={css.advice}>
      <Text size="small">{text("inbox.passkey.advice")}</Text>
      <div className={css.choices}>
        <LinkButton tone="quiet" size="small" href={accountAddress(language)}>
          {text("inbox.passkey.add")}
        </LinkButton>
        <Button tone="quiet" size="small" onClick={decline}>
          {text("inbox.passkey.later")}
        </Button>
      </div>
    </div>
  );
}
