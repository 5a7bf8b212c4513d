import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { MailAlert } from "#functions/contract/mail-alert.ts";
import { ApiError } from "#web/api/api-error.ts";
import { problemMessage } from "#web/api/problem-messages.ts";
import { listMailAlerts, removeMailAlert } from "#web/api/submissions.ts";
import { useText } from "#web/language/use-text.ts";
import { useInboxApi } from "#web/pages/inbox/request-errors.ts";
import { useToast } from "#web/ui/toast.tsx";

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
